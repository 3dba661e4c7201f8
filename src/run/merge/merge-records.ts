import { casesOf } from '../../cases/derive.js';
import { matches } from '../../cases/statements.js';
import type { Description } from '../../description/types.js';
import { EXIT, gravestExit, NoVerdict } from '../../exit-codes.js';
import { conjunction } from '../../phrases.js';
import { targetName } from '../../record/case-results.js';
import type {
  CaseRecord,
  HistoryRecord,
  Judged,
  Observation,
  PreflightVerdict,
  RunRecord,
  StatementRecord,
  Verdict,
} from '../../record/types.js';
import { gaps, sections, statementRecords } from '../case-records.js';
import { machines, truthTable } from '../routing-record.js';
import { exitCodeOf, recordedSentences, summarize, verdictOf, verdictSentences } from '../verdict.js';

export interface MergeOptions {
  descriptions: readonly Description[];
  /** Cases that were skipped, or are in none of the records, make the result incomplete. */
  requireComplete: boolean;
  /** The command that repeats the merge. */
  command: string;
}

/**
 * Joins records of one deployment (shards, versions, machines) into the record that one run would have made, with a
 * verdict of its own. If a case is in several records, the worst verdict counts; if one of them could not exercise it,
 * the others do. A missing shard makes the result incomplete (exit code 4), one that came to no verdict leaves the whole
 * without one (exit code 3).
 * @param records at least one; their order does not matter
 * @throws NoVerdict with exit code 2 if they do not belong together
 */
export function mergeRecords(records: readonly RunRecord[], options: MergeOptions): RunRecord {
  const known = casesOf(options.descriptions);
  mustBelongTogether(records, new Set(known.map(({ id }) => id)));
  const unjudged = records.filter(isUnjudged);
  const parts = inOneCount(
    unjudged.length < records.length ? records.filter((each) => !isUnjudged(each)) : records,
  );
  const first = parts[0] as RunRecord;
  const cases = mergeCases(parts);
  const ids = new Set(cases.map(({ id }) => id));
  const versions = options.descriptions.filter(({ version }) =>
    parts.some(({ target }) => target.versions.includes(version)),
  );
  const due = known.filter(({ version }) => versions.some((description) => description.version === version));
  const wanted = due.filter(({ id }) => ids.has(id));
  const leftOut = due.filter(({ id, level }) => level === 'required' && !ids.has(id)).length;
  const failLevel = parts.some((record) => record.failLevel === 'expected') ? 'expected' : 'required';
  const baseline = mergeBaselines(parts);
  const summary = summarize(cases, failLevel);
  const missing = missingShards(records);
  const partial = parts.some((record) => record.partial) && cases.some(wasInterrupted);
  const interrupted = partial ? interruptedBy(parts) : null;
  const { requireComplete } = options;
  const judged = exitCodeOf(cases, summary, { interrupted, requireComplete, baseline });
  const lacking = missing.length > 0 || (requireComplete && leftOut > 0);
  const exitCode = gravestExit([
    judged,
    ...(lacking ? [EXIT.incomplete] : []),
    ...(unjudged.length > 0 ? [EXIT.noVerdict] : []),
  ]);
  const verdict =
    unjudged.length === records.length ? 'no-verdict' : verdictOf(cases, summary, { interrupted, leftOut });
  const events = parts.flatMap((record) => record.events);
  const names = versions.map(({ version }) => version);
  const bundled = parts.every(({ target }) => target.bundled);
  const interference = parts.find((record) => record.interference !== undefined)?.interference;
  const sentences = verdictSentences(verdict, {
    cases,
    summary,
    versions: names,
    failLevel,
    baseline,
    leftOut,
    bundled,
  });
  return {
    ...first,
    target: {
      ...first.target,
      versions: names,
      operator: [...new Set(parts.map(({ target }) => target.operator))].join(', '),
      webhookUrl: parts.find(({ target }) => target.webhookUrl !== null)?.target.webhookUrl ?? null,
    },
    durationMs: Math.max(...parts.map((record) => startMs(record) + record.durationMs)) - startMs(first),
    partial,
    verdict,
    exitCode,
    ...recordedSentences([
      ...(verdict === 'no-verdict' ? [] : sentences),
      ...missing,
      ...unjudged.map(({ shard, sentence }) =>
        shard ? `Shard ${shard.index}/${shard.count}: ${sentence}` : sentence,
      ),
    ]),
    summary,
    failLevel,
    timing: {
      quietWindowMs: Math.max(...parts.map(({ timing }) => timing.quietWindowMs)),
      eventTimeoutMs: Math.max(...parts.map(({ timing }) => timing.eventTimeoutMs)),
      roundTripMs: Math.min(...parts.map(({ timing }) => timing.roundTripMs)),
      lowerBoundMs: Math.max(...parts.map(({ timing }) => timing.lowerBoundMs)),
    },
    cases,
    statements: statementRecords(versions, cases, preflightVerdicts(parts)),
    sections: sections(options.descriptions),
    observations: mergeObservations(parts),
    gaps: gaps(options.descriptions),
    truthTable: truthTable(versions, wanted, cases, events),
    machines: machines(versions, wanted, cases),
    exchanges: parts.flatMap((record) => record.exchanges),
    events,
    readings: parts.flatMap((record) => record.readings ?? []),
    strays: {
      foreign: total(parts, 'foreign'),
      refused: total(parts, 'refused'),
      dropped: total(parts, 'dropped'),
      cut: total(parts, 'cut'),
    },
    actions: parts.flatMap((record) => record.actions ?? []),
    baseline,
    command: options.command,
    selection: {
      versions: [
        ...new Set(parts.flatMap(({ selection, target }) => selection?.versions ?? target.versions)),
      ],
      deselected: due.length - wanted.length,
    },
    ...(interference !== undefined && { interference }),
  };
}

/** The part allowed no verdict, so it says nothing of the cases that it was to run. */
function isUnjudged({ verdict }: RunRecord): boolean {
  return verdict === 'no-verdict';
}

function wasInterrupted({ verdict, reason }: CaseRecord): boolean {
  return verdict === 'skipped' && reason?.code === 'interrupted';
}

function interruptedBy(records: readonly RunRecord[]): 'SIGINT' | 'SIGTERM' {
  return records.some(({ exitCode }) => exitCode === EXIT.SIGTERM) ? 'SIGTERM' : 'SIGINT';
}

function startMs({ startedAt }: RunRecord): number {
  return Date.parse(startedAt);
}

function total(records: readonly RunRecord[], what: keyof NonNullable<RunRecord['strays']>): number {
  return records.reduce((sum, { strays }) => sum + (strays?.[what] ?? 0), 0);
}

/**
 * Records that can share a verdict: of one deployment, by one version of the checker and with one description.
 * @param known ids of all cases of the description
 * @throws NoVerdict with exit code 2
 */
function mustBelongTogether(records: readonly RunRecord[], known: ReadonlySet<string>): void {
  const walked = records.find(({ walks }) => walks !== undefined);
  if (walked) throw apart('One of them is an exploration; its walks are not part of a run.', null);
  const tools = distinct(records.map(({ tool }) => `${tool.name} ${tool.version}`));
  if (tools.length > 1)
    throw apart(
      `They were made by ${conjunction(tools)}.`,
      'Check all parts with the same version: cases differ.',
    );
  const targets = distinct(records.map(({ target }) => targetName(target)));
  if (targets.length > 1)
    throw apart(
      `They are of different deployments: ${conjunction(targets)}.`,
      'conform report A B puts deployments side by side.',
    );
  const foreign = records.flatMap(({ cases }) => cases).find(({ id }) => !known.has(id));
  if (foreign)
    throw apart(
      `The description knows no case ${foreign.id}.`,
      '--spec names the folder with the description that the runs were made with.',
    );
}

/** A sentence for each set of shards that is not complete. */
function missingShards(records: readonly RunRecord[]): string[] {
  const shards = records.flatMap(({ shard }) => shard ?? []);
  return distinct(shards.map(({ count }) => count)).flatMap((count) => {
    const there = new Set(shards.filter((shard) => shard.count === count).map(({ index }) => index));
    const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
    if (missing.length === 0) return [];
    return [
      `${missing.length === 1 ? 'Shard' : 'Shards'} ${conjunction(missing.map((index) => `${index}/${count}`))} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    ];
  });
}

function distinct<T>(all: readonly T[]): T[] {
  return [...new Set(all)];
}

function apart(why: string, hint: string | null): NoVerdict {
  return new NoVerdict(EXIT.usage, 'merge', `These records cannot be merged. ${why}`, hint);
}

/** What counts for a case in several records: a violation anywhere, then a doubt; "not exercised" says least. */
const WEIGHT: Verdict[] = ['skipped', 'pass', 'inconclusive', 'fail', 'error'];

/** The cases of all records by id, each once. A failure that a baseline accepts weighs less than one that it does not. */
function mergeCases(records: readonly RunRecord[]): CaseRecord[] {
  const merged = new Map<string, CaseRecord>();
  for (const testCase of records.flatMap(({ cases }) => cases)) {
    const known = merged.get(testCase.id);
    if (!known || weight(testCase) > weight(known)) merged.set(testCase.id, testCase);
  }
  return [...merged.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function weight({ verdict, accepted, reason }: CaseRecord): number {
  // A law that met no response in one part of a run was not exercised there.
  if (reason?.code === 'not-exercised') return WEIGHT.indexOf('skipped');
  return WEIGHT.indexOf(verdict) - (accepted ? 0.5 : 0);
}

/** How the deployment fills the gaps: equal answers in several records become one, with the cases of all of them. */
function mergeObservations(records: readonly RunRecord[]): Observation[] {
  const merged = new Map<string, Observation>();
  for (const observation of records.flatMap(({ observations }) => observations)) {
    const key = JSON.stringify([observation.gap, observation.version, observation.value]);
    const known = merged.get(key);
    merged.set(
      key,
      known ? { ...known, cases: [...new Set([...known.cases, ...observation.cases])] } : observation,
    );
  }
  return [...merged.values()];
}

type Line = RunRecord['baseline'][number];

/**
 * What became of the baseline's entries in all records together, each line once. An entry that is stale in one part of a
 * run and accepted in another is not stale: a glob stands for cases of several parts.
 */
function mergeBaselines(records: readonly RunRecord[]): Line[] {
  const lines = [
    ...new Map(records.flatMap(({ baseline }) => baseline).map((entry) => [key(entry), entry])).values(),
  ];
  const accepted = lines.filter(({ state }) => state === 'accepted');
  return lines.filter(
    (line) =>
      line.state !== 'stale' ||
      !accepted.some(({ caseId }) => caseId === line.caseId || matches(line.caseId, caseId)),
  );
}

function key({ caseId, state }: Line): string {
  return `${state} ${caseId}`;
}

/** What the preflights showed of the statements that no case can test; one that saw it counts before one that could not. */
function preflightVerdicts(records: readonly RunRecord[]): { tls: PreflightVerdict } {
  const shown = records
    .flatMap(({ statements }) => statements)
    .filter(({ preflight }) => preflight !== undefined);
  const telling = shown.find((statement) => Object.values(statement.verdicts).includes('pass')) ?? shown[0];
  return { tls: telling ? preflightVerdict(telling) : { verdict: 'skipped', text: '' } };
}

function preflightVerdict({ verdicts, preflight = '' }: StatementRecord): PreflightVerdict {
  return { verdict: Object.values(verdicts).includes('pass') ? 'pass' : 'skipped', text: preflight };
}

/** By how much the numbers of a record shift. */
interface Offset {
  exchanges: number;
  events: number;
  readings: number;
}

/**
 * The records in order of their start, with exchanges, events and readings numbered consecutively and all times counted
 * from the first start. Leaves out which part of a run each was, and what concerns one process only.
 */
export function inOneCount(records: readonly RunRecord[]): RunRecord[] {
  const sorted = [...records].sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  const first = Date.parse(sorted[0]?.startedAt ?? '');
  let offset: Offset = { exchanges: 0, events: 0, readings: 0 };
  return sorted.map((record) => {
    const moved = shifted(record, Date.parse(record.startedAt) - first, offset);
    offset = {
      exchanges: offset.exchanges + highest(record.exchanges) + 1,
      events: offset.events + highest(record.events) + 1,
      readings: offset.readings + highest(record.readings ?? []) + 1,
    };
    return moved;
  });
}

function shifted(
  { shard: _, idleDriver: __, sameContactPoint: ___, ...record }: RunRecord,
  laterMs: number,
  offset: Offset,
): RunRecord {
  return {
    ...record,
    cases: record.cases.map((testCase) => ({
      ...testCase,
      exchanges: testCase.exchanges.map((id) => id + offset.exchanges),
      events: testCase.events.map((id) => id + offset.events),
      ...(testCase.readings && { readings: testCase.readings.map((id) => id + offset.readings) }),
      ...(testCase.judged && { judged: shiftedPlace(testCase.judged, laterMs, offset) }),
      startedMs: testCase.startedMs + laterMs,
    })),
    exchanges: record.exchanges.map((exchange) => ({
      ...exchange,
      id: exchange.id + offset.exchanges,
      startedMs: exchange.startedMs + laterMs,
    })),
    events: record.events.map((event) => ({
      ...event,
      id: event.id + offset.events,
      atMs: event.atMs + laterMs,
    })),
    ...(record.readings && {
      readings: record.readings.map((readingRecord) => ({
        ...readingRecord,
        id: readingRecord.id + offset.readings,
        atMs: readingRecord.atMs + laterMs,
        untilMs: readingRecord.untilMs + laterMs,
      })),
    }),
    ...(record.actions && {
      actions: record.actions.map((action) => ({ ...action, startedMs: action.startedMs + laterMs })),
    }),
  };
}

function shiftedPlace(judged: Judged, laterMs: number, offset: Offset): Judged {
  return {
    ...judged,
    atMs: judged.atMs + laterMs,
    ...(judged.history && { history: shiftedHistory(judged.history, laterMs) }),
    ...(judged.exchange !== undefined && { exchange: judged.exchange + offset.exchanges }),
    ...(judged.event !== undefined && { event: judged.event + offset.events }),
    ...(judged.reading !== undefined && { reading: judged.reading + offset.readings }),
  };
}

function shiftedHistory(history: HistoryRecord, laterMs: number): HistoryRecord {
  return {
    ...history,
    together: history.together.map((move) => ({
      ...move,
      fromMs: move.fromMs + laterMs,
      toMs: move.toMs + laterMs,
    })),
  };
}

function highest(all: readonly { id: number }[]): number {
  return all.reduce((most, { id }) => Math.max(most, id), -1);
}
