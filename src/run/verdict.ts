import { matches } from '../cases/statements.js';
import type { BaselineEntry } from '../configuration/baseline-file.js';
import { EXIT, type ExitCode, gravestExit, type NoVerdict } from '../exit-codes.js';
import { conjunction, count } from '../phrases.js';
import { broadReasonWords } from '../reasons.js';
import { countResults, resultOf, staleEntries } from '../record/case-results.js';
import type { CaseRecord, RunRecord, RunVerdict, Summary } from '../record/types.js';

/** Numbers of a run. A violation below the fail level is a warning; an accepted one is no failure. */
export function summarize(cases: readonly CaseRecord[], failLevel: RunRecord['failLevel']): Summary {
  const counts = countResults({ cases, failLevel });
  return {
    pass: counts.passed + counts.observed,
    fail: counts.failed,
    inconclusive: counts.inconclusive,
    skipped: counts.skipped,
    warnings: counts.warning + counts.accepted,
    errors: counts.error,
  };
}

export interface ExitGrounds {
  interrupted: 'SIGINT' | 'SIGTERM' | null;
  /** Why nothing could be judged. */
  stopped?: NoVerdict | null;
  requireComplete: boolean;
  baseline: RunRecord['baseline'];
}

/** Exit code of a run that came to verdicts, or could judge nothing. */
export function exitCodeOf(
  cases: readonly CaseRecord[],
  summary: Summary,
  { interrupted, stopped, requireComplete, baseline }: ExitGrounds,
): ExitCode {
  const isOpen = cases.some((testCase) => testCase.verdict === 'inconclusive' && !testCase.accepted);
  return gravestExit([
    ...(interrupted ? [EXIT[interrupted]] : []),
    ...(stopped ? [stopped.exitCode] : []),
    ...(summary.errors > 0 ? [EXIT.checkerError] : []),
    ...(summary.fail > 0 || staleEntries(baseline).length > 0 ? [EXIT.violated] : []),
    ...(isOpen || (requireComplete && summary.skipped > 0) ? [EXIT.incomplete] : []),
  ]);
}

/**
 * One word for the run, according to its cases: a baseline that is out of date fails the run but says nothing about the
 * target. Conformant only if nothing required was skipped or inconclusive.
 * @param leftOut required cases that the flags kept from being selected
 */
export function verdictOf(
  cases: readonly CaseRecord[],
  summary: Summary,
  { interrupted, stopped, leftOut = 0 }: Pick<ExitGrounds, 'interrupted' | 'stopped'> & { leftOut?: number },
): RunVerdict {
  if (interrupted) return 'interrupted';
  if (stopped) return 'no-verdict';
  if (summary.errors > 0) return 'error';
  if (summary.fail > 0) return 'not-conformant';
  return unproven(cases).length + leftOut > 0 ? 'not-proven' : 'conformant';
}

/** Required cases without a verdict of their own, or whose failure was accepted. */
function unproven(cases: readonly CaseRecord[]): CaseRecord[] {
  return cases.filter(
    (testCase) =>
      testCase.level === 'required' &&
      (testCase.verdict === 'skipped' || testCase.verdict === 'inconclusive' || testCase.accepted),
  );
}

/** What the verdict is, then what was not proven and what else there is to know: a sentence each. */
export function verdictSentences(verdict: RunVerdict, grounds: Grounds): string[] {
  return [
    ...findings(verdict, grounds),
    ...(staleEntries(grounds.baseline).length > 0 && GOOD.includes(verdict) ? [OUT_OF_DATE] : []),
    ...(grounds.bundled ? [BUNDLED] : []),
  ];
}

/** The same for the record: as one text for programs, and one by one for reports. */
export function recordedSentences(sentences: readonly string[]): Pick<RunRecord, 'sentence' | 'sentences'> {
  return { sentence: sentences.join(' '), sentences: [...sentences] };
}

/** Verdicts that do not say why the run fails. */
const GOOD: readonly RunVerdict[] = ['conformant', 'not-proven'];
const OUT_OF_DATE = 'The baseline is out of date, which fails the run.';

/** Said whenever the bundled service was checked: such a run says nothing about a deployment. */
const BUNDLED = 'This was the bundled reference service: nothing that you have deployed was checked.';

function findings(verdict: RunVerdict, grounds: Grounds): string[] {
  const { cases, summary, versions, leftOut = 0 } = grounds;
  const open = unproven(cases);
  const { observed, passed: proven } = countResults(grounds);
  const number = open.length + leftOut;
  const left =
    number === 0 ? [] : [`Not proven: ${count(number, 'required case')} (${reasons(open, leftOut)}).`];
  switch (verdict) {
    case 'conformant':
      return [
        `Conformant with ${namedVersions(versions)}: ${proven === 1 ? 'the one case' : `all ${proven} cases`} passed${observed > 0 ? `; ${observed} more record what the interface leaves open` : ''}.`,
        ...(summary.warnings ? [`${count(summary.warnings, 'warning')}.`] : []),
      ];
    case 'not-conformant':
      return [...violated(grounds), ...left];
    case 'not-proven':
      return [`${nothingNew(grounds)}.`, ...left];
    case 'interrupted':
      return [`Interrupted: ${count(summary.pass, 'case')} had passed, ${summary.fail} failed.`];
    case 'error':
      return [
        `The checker or its driver failed in ${count(summary.errors, 'case')}; ${summary.fail} failed, ${summary.pass} passed.`,
      ];
    case 'no-verdict':
      return [`No verdict: ${grounds.stopped?.message}`, grounds.stopped?.hint ?? []].flat();
  }
}

/** What the sentences of a run rest on, besides its verdict. */
export interface Grounds {
  cases: readonly CaseRecord[];
  summary: Summary;
  versions: readonly string[];
  failLevel: RunRecord['failLevel'];
  baseline: readonly RunRecord['baseline'][number][];
  /** Required cases that the flags kept from being selected. */
  leftOut?: number;
  /** Why nothing could be judged. */
  stopped?: NoVerdict | null;
  /** The bundled service was checked. */
  bundled?: boolean;
}

/** Violations that the baseline accepts are not new, but they are violations. */
function nothingNew(grounds: Grounds): string {
  const { versions } = grounds;
  const { passed, accepted } = countResults(grounds);
  const among = `in ${count(passed, 'passed case')}`;
  return accepted === 0
    ? `No violation of ${namedVersions(versions)} was found ${among}`
    : `${count(accepted, 'known violation')} of ${namedVersions(versions)} ${accepted === 1 ? 'is' : 'are'} accepted by the baseline, and no new violation was found ${among}`;
}

/** Names the versions that are violated, and those that are not. */
function violated({ cases, summary, versions, failLevel }: Grounds): string[] {
  const broken = new Set(
    cases.filter((testCase) => resultOf(testCase, failLevel) === 'failed').map(({ version }) => version),
  );
  const [bad, good] = [true, false].map((is) => versions.filter((version) => broken.has(version) === is));
  const found = `Not conformant with ${namedVersions(bad ?? versions)}: ${count(summary.fail, 'case')} failed.`;
  return good?.length ? [found, `No violation of ${namedVersions(good)} was found.`] : [found];
}

function namedVersions(versions: readonly string[]): string {
  return `${versions.length === 1 ? 'version' : 'versions'} ${conjunction(versions)}`;
}

/** The most frequent reasons in words; the others are counted. */
function reasons(cases: readonly CaseRecord[], leftOut: number): string {
  const groups = new Map(leftOut > 0 ? [['not selected', leftOut]] : []);
  for (const { reason, accepted } of cases) {
    const words = accepted ? 'accepted in the baseline' : broadReasonWords(reason?.code ?? 'unknown');
    groups.set(words, (groups.get(words) ?? 0) + 1);
  }
  const sorted = [...groups].sort((a, b) => b[1] - a[1]);
  if (sorted.length === 1) return sorted.map(([words]) => words).join();
  const named = sorted.length > MOST_REASONS ? sorted.slice(0, MOST_REASONS - 1) : sorted;
  const others = sorted.slice(named.length).reduce((sum, [, number]) => sum + number, 0);
  return [
    ...named.map(([words, number]) => `${number}: ${words}`),
    ...(others > 0 ? [`${others}: other reasons`] : []),
  ].join('; ');
}

const MOST_REASONS = 3;

type State = RunRecord['baseline'][number]['state'];

interface Accepted {
  cases: CaseRecord[];
  baseline: RunRecord['baseline'];
}

/**
 * Compares the known failures with the outcome. A case that ends as an entry says is accepted. An entry is `unmatched` if
 * it fits none of `allIds`, `expired` after its last day, `stale` if its cases came to another verdict; what the run did
 * not select, skipped or could not judge says nothing about it. A glob is stale only if none of its cases ends that way
 * any more.
 * @param allIds ids of all existing cases, selected or not
 * @param now wall clock, milliseconds
 */
export function applyBaseline(
  entries: readonly BaselineEntry[],
  cases: readonly CaseRecord[],
  allIds: readonly string[],
  now: number,
): Accepted {
  const accepted = new Set<string>();
  const baseline = entries.flatMap((entry) => {
    const own = cases.filter(({ id }) => fits(entry, id));
    const ends = own.filter(({ verdict }) => verdict === entry.verdict).map(({ id }) => id);
    const state = stateOf(entry, own, ends, allIds, now);
    if (state === null) return [];
    if (state !== 'accepted') return [line(entry, entry.case, state)];
    const fresh = ends.filter((id) => !accepted.has(id));
    for (const id of fresh) accepted.add(id);
    return fresh.map((id) => line(entry, id, state));
  });
  return {
    cases: cases.map((testCase) => (accepted.has(testCase.id) ? { ...testCase, accepted: true } : testCase)),
    baseline,
  };
}

/** Null: the run says nothing about the entry. */
function stateOf(
  entry: BaselineEntry,
  own: readonly CaseRecord[],
  ends: readonly string[],
  allIds: readonly string[],
  now: number,
): State | null {
  if (own.length === 0) return allIds.some((id) => fits(entry, id)) ? null : 'unmatched';
  if (isOver(entry, now)) return 'expired';
  if (ends.length > 0) return 'accepted';
  return own.some(({ verdict }) => verdict === 'pass' || verdict === 'fail') ? 'stale' : null;
}

function fits({ case: pattern }: BaselineEntry, id: string): boolean {
  return pattern === id || matches(pattern, id);
}

function isOver({ expires }: BaselineEntry, now: number): boolean {
  return expires !== undefined && new Date(now).toISOString().slice(0, 10) > expires;
}

function line({ reason, link }: BaselineEntry, caseId: string, state: State): RunRecord['baseline'][number] {
  return { caseId, reason, ...(link !== undefined && { link }), state };
}
