import type { Case, Step } from '../cases/types.js';
import type { Exchange } from '../engine/run-context.js';
import { schedule } from '../engine/schedule.js';
import type { Timing } from '../record/types.js';
import type { Prepared } from './preflight/preflight.js';
import type { Evidence } from './record.js';

/** What the run waited for, and what it could not have been faster than. `readyMs`: until the first case began. */
export function timingOf(
  { runContext, roundTripMs }: Prepared,
  { outcomes, exchanges }: Pick<Evidence, 'outcomes' | 'exchanges'>,
  { readyMs, concurrency }: { readyMs: number; concurrency: number },
): Timing {
  const shortest = Math.min(roundTripMs, ...answerTimes(exchanges));
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

function answerTimes(exchanges: readonly Exchange[]): number[] {
  return exchanges.flatMap(({ outcome }) => (outcome.kind === 'answer' ? [outcome.durationMs] : []));
}

/** On loopback a round trip takes less than a millisecond. */
function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}

export interface RunPace {
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

export interface LowerBound {
  lowerBoundMs: number;
  /** Round trips that had to be made one after the other. */
  roundTrips: number;
}

/**
 * What the run could not have been faster than: its beginning, then the longest row of requests of which each needs the
 * one before it, or a free connection; and one quiet window after the last stimulus that an absence follows. Actions of
 * employees count for nothing, for drivers do not say how long one takes at least.
 */
export function lowerBound(
  cases: readonly Case[],
  exchanges: readonly Exchange[],
  { readyMs, roundTripMs, quietWindowMs, concurrency, ownPoints }: RunPace,
): LowerBound {
  const answers = new Map<string, number>();
  for (const { caseId, outcome } of exchanges)
    if (outcome.kind === 'answer') answers.set(caseId, (answers.get(caseId) ?? 0) + 1);
  // Repetitions go side by side.
  const length = (index: number): number =>
    Math.ceil((answers.get(cases[index]?.id ?? '') ?? 0) / (cases[index]?.repeats ?? 1));
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

/** How many requests a case sends in each hour of the service's clock, which nobody leaves before all have come so far; -1: beforehand. */
function byHour(steps: readonly Step[], answered: number): ReadonlyMap<number, number> {
  const requests = new Map<number, number>();
  let hour = -1;
  let left = answered;
  for (const step of steps) {
    if (step.do === 'clock') hour = step.hours;
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
