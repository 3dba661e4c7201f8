import { casesOf } from '../cases/derive.js';
import type { Case, Step } from '../cases/types.js';
import type { BaselineEntry } from '../configuration/baseline-file.js';
import type { Description } from '../description/types.js';
import type { Exchange } from '../engine/evidence.js';
import { schedule } from '../engine/schedule.js';
import type { NoVerdict } from '../exit-codes.js';
import { concurrencyFor } from '../http/pace.js';
import { packageIdentity } from '../package-root.js';
import type { Redactor } from '../record/redact.js';
import type { RunRecord, Timing } from '../record/types.js';
import type { Catcher } from '../webhook/catcher.js';
import { caseRecords, type Evidence, gaps, sections, statementRecords } from './case-records.js';
import type { RunRequest } from './deployment.js';
import { diagnosisOf, idleDriverOf, sameContactPointOf } from './diagnosis.js';
import { gapAnswers } from './gaps/gap-answers.js';
import type { Prepared } from './preflight/preflight.js';
import { machines, truthTable } from './routing-record.js';
import { bodyKeeper, eventRecords, exchangeRecords, readingRecords } from './traffic-records.js';
import {
  applyBaseline,
  exitCodeOf,
  recordedSentences,
  summarize,
  verdictOf,
  verdictSentences,
} from './verdict.js';

/** A run that came to its end, and what was known before it began. */
export interface RunMaterial {
  request: RunRequest;
  prepared: Prepared;
  evidence: Evidence;
  wanted: readonly Case[];
  leftOut: number;
  /** Why nothing could be judged; null: it could. */
  stopped: NoVerdict | null;
  /** What is said about others that used the same contact point. */
  interference: string | null;
  /** Failures that are accepted. */
  known: readonly BaselineEntry[];
  /** Until the first case. */
  readyMs: number;
  durationMs: number;
  catcher: Catcher;
  redact: Redactor;
}

/** Everything that a run has shown, as the reporters get it: judged as a whole, every key masked. */
export function runRecord(finished: RunMaterial): RunRecord {
  const { request, prepared, evidence, wanted, leftOut, known, readyMs, durationMs, catcher, redact } =
    finished;
  const { configuration, descriptions } = request;
  const { target, run: settings } = configuration;
  const interrupted = request.interrupted();
  const ids = known.length === 0 ? [] : casesOf(descriptions).map(({ id }) => id);
  const { cases, baseline } = applyBaseline(known, caseRecords(evidence), ids, evidence.startedAt);
  const summary = summarize(cases, settings.level);
  const { stopped } = finished;
  const exitCode = exitCodeOf(cases, summary, {
    interrupted,
    stopped,
    requireComplete: settings.requireComplete,
    baseline,
  });
  const verdict = verdictOf(cases, summary, { interrupted, stopped, leftOut });
  const versions = prepared.descriptions.map(({ version }) => version);
  const sentences = verdictSentences(verdict, {
    cases,
    summary,
    versions,
    failLevel: settings.level,
    baseline,
    leftOut,
    stopped,
    bundled: request.bundled,
  });
  const keep = bodyKeeper(redact);
  const { ignored, dropped } = catcher.counters;
  const exchanges = exchangeRecords(evidence.exchanges, evidence.startedAt, keep);
  const diagnosis = diagnosisOf(exchanges);
  const events = eventRecords(evidence, keep);
  const sameContactPoint = sameContactPointOf(evidence.outcomes);
  const idleDriver = idleDriverOf(prepared.descriptions, evidence.actions, events);
  return redact<RunRecord>({
    schema: 'conform-results/1',
    tool: { ...packageIdentity(), node: process.version },
    target: {
      baseUrl: target.baseUrl,
      versions,
      bundled: request.bundled,
      operator: request.operator.name,
      webhookUrl: prepared.webhook.length > 0 ? catcher.url : null,
    },
    startedAt: new Date(evidence.startedAt).toISOString(),
    durationMs: Math.round(durationMs),
    partial: interrupted !== null,
    verdict,
    exitCode,
    ...recordedSentences(diagnosis === null ? sentences : [diagnosis, ...sentences]),
    ...(diagnosis !== null && { diagnosis }),
    summary,
    failLevel: settings.level,
    timing: timingOf(prepared, evidence, {
      readyMs,
      concurrency: concurrencyFor(settings.concurrency, prepared.roundTripMs),
    }),
    cases,
    statements: statementRecords(prepared.descriptions, cases, { tls: prepared.tls }),
    sections: sections(descriptions),
    observations: gapAnswers(prepared.answers, evidence, redact),
    gaps: gaps(descriptions),
    truthTable: truthTable(prepared.descriptions, wanted, cases, events),
    machines: machines(prepared.descriptions, wanted, cases),
    exchanges,
    events,
    readings: readingRecords(evidence),
    strays: {
      foreign: evidence.deliveries.length - events.length,
      refused: ignored,
      dropped,
      cut: evidence.deliveries.filter(({ partial }) => partial).length,
    },
    actions: evidence.actions,
    baseline,
    command: request.command,
    ...(idleDriver !== null && { idleDriver }),
    ...(sameContactPoint !== null && { sameContactPoint }),
    ...(settings.shard && { shard: settings.shard }),
    ...(wanted.length > 0 && { selection: selectionOf(wanted, descriptions, target.versions) }),
    ...(finished.interference !== null && { interference: finished.interference }),
  });
}

function selectionOf(
  wanted: readonly Case[],
  descriptions: readonly Description[],
  versions: string[],
): NonNullable<RunRecord['selection']> {
  const all = casesOf(descriptions).filter(({ version }) => versions.includes(version));
  return { versions, deselected: all.length - wanted.length };
}

/** What the run waited for, and the least time that it could have taken. `readyMs`: until the first case began. */
function timingOf(
  { runContext, roundTripMs }: Prepared,
  { outcomes, exchanges }: Pick<Evidence, 'outcomes' | 'exchanges'>,
  { readyMs, concurrency }: { readyMs: number; concurrency: number },
): Timing {
  const shortest = Math.min(roundTripMs, ...responseTimes(exchanges));
  const { lowerBoundMs, roundTrips } = lowerBound(
    outcomes.map((outcome) => outcome.case),
    exchanges,
    {
      readyMs,
      roundTripMs: shortest,
      quietWindowMs: runContext.quietWindowMs,
      concurrency,
      ownPoints: runContext.keys.fresh.length,
    },
  );
  return {
    quietWindowMs: runContext.quietWindowMs,
    eventTimeoutMs: runContext.eventTimeoutMs,
    roundTripMs: round(shortest),
    readyMs: Math.round(readyMs),
    roundTrips,
    lowerBoundMs,
  };
}

function responseTimes(exchanges: readonly Exchange[]): number[] {
  return exchanges.flatMap(({ outcome }) => (outcome.kind === 'response' ? [outcome.durationMs] : []));
}

/** On loopback a round trip takes less than a millisecond. */
function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}

interface RunPace {
  /** Milliseconds until the first case could begin. */
  readyMs: number;
  /** Shortest round trip, milliseconds. */
  roundTripMs: number;
  quietWindowMs: number;
  /** Requests under way at once. */
  concurrency: number;
  /** Contact points that never had a webhook address. */
  ownPoints: number;
}

interface LowerBound {
  lowerBoundMs: number;
  /** Round trips that had to follow one another. */
  roundTrips: number;
}

/**
 * The least time that the run could have taken: its beginning, then the longest chain of requests that each need the one
 * before or a free connection, and one quiet window after the last stimulus that an absence follows. Employees' actions
 * count for nothing, because drivers do not say how long one takes at least.
 */
export function lowerBound(
  cases: readonly Case[],
  exchanges: readonly Exchange[],
  { readyMs, roundTripMs, quietWindowMs, concurrency, ownPoints }: RunPace,
): LowerBound {
  const responses = new Map<string, number>();
  for (const { caseId, outcome } of exchanges)
    if (outcome.kind === 'response') responses.set(caseId, (responses.get(caseId) ?? 0) + 1);
  // Repetitions go side by side.
  const length = (index: number): number =>
    Math.ceil((responses.get(cases[index]?.id ?? '') ?? 0) / (cases[index]?.repeats ?? 1));
  const longestOf = (indexes: readonly number[]): number => longest(indexes.map(length));
  const inLine = (groups: readonly number[][]): number => total(groups.map(longestOf));
  const throughTime = (group: readonly number[]): number => {
    const rows = group.map((index) => byHour(cases[index]?.steps ?? [], length(index)));
    const hours = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    return total(hours.map((hour) => longest(rows.map((row) => row.get(hour) ?? 0))));
  };
  const watch = (indexes: readonly number[]): number[] =>
    indexes.filter((index) => cases[index]?.steps.some((step) => 'settles' in step && step.settles));

  const { overlapping, beside, address, clock, ...others } = schedule(cases, ownPoints);
  const waiting = [...overlapping, ...others.waiting];
  const sent = total([...waiting, ...beside, ...address.flat()].map(length));
  const throughConnections = Math.ceil(sent / concurrency);
  const byAddress = longestOf(waiting) + inLine(address);
  const beforeClock = longest([throughConnections, byAddress, longestOf(beside)]);
  const roundTrips = beforeClock + total(clock.map(throughTime));
  const untilQuiet = watch(clock.flat()).length > 0 ? roundTrips : longestOf(watch([...waiting, ...beside]));
  const window = watch(cases.map((_, index) => index)).length > 0 ? quietWindowMs : 0;
  const runs = Math.max(roundTrips * roundTripMs, untilQuiet * roundTripMs + window);
  return { lowerBoundMs: Math.round(readyMs + runs), roundTrips };
}

/** Hours that count from a moment of their own are none of the others. */
const AFTER_ALL_OTHERS = 10_000;

/**
 * How many requests a case sends in each hour of the service's clock, which nobody leaves before all have reached its
 * end; -1: beforehand.
 */
function byHour(steps: readonly Step[], answered: number): ReadonlyMap<number, number> {
  const requests = new Map<number, number>();
  let hour = -1;
  let left = answered;
  for (const step of steps) {
    if (step.do === 'clock') hour = step.hours + (step.from === undefined ? 0 : AFTER_ALL_OTHERS);
    if (step.do !== 'send' || left === 0) continue;
    left -= 1;
    requests.set(hour, (requests.get(hour) ?? 0) + 1);
  }
  return requests;
}

function longest(rows: readonly number[]): number {
  return Math.max(0, ...rows);
}

function total(rows: readonly number[]): number {
  return rows.reduce((all, row) => all + row, 0);
}
