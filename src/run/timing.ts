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

export interface Circumstances {
  /** Milliseconds until the first case could begin. */
  readyMs: number;
  /** Shortest round trip, milliseconds. */
  roundTripMs: number;
  /** What an action of an employee takes at least, milliseconds; default none, for drivers do not say. */
  actionMs?: number;
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

/** What comes one after the other: requests, and actions of employees. */
interface Row {
  requests: number;
  actions: number;
}

/**
 * What the run could not have been faster than: its beginning, then the longest row of requests of which each needs the
 * one before it, or a free connection; and one quiet window after the last stimulus that an absence follows.
 */
export function lowerBound(
  cases: readonly Case[],
  exchanges: readonly Exchange[],
  { readyMs, roundTripMs, actionMs = 0, quietWindowMs, concurrency, ownPoints }: Circumstances,
): LowerBound {
  const lengths = new Map<string, number>();
  for (const { caseId, outcome } of exchanges)
    if (outcome.kind === 'answer') lengths.set(caseId, (lengths.get(caseId) ?? 0) + 1);
  // Repetitions go side by side.
  const length = (index: number): number =>
    Math.ceil((lengths.get(cases[index]?.id ?? '') ?? 0) / (cases[index]?.repeats ?? 1));
  const row = (index: number): Row => ({
    requests: length(index),
    actions: (cases[index]?.steps ?? []).filter(isAction).length,
  });
  const msOf = ({ requests, actions }: Row): number => requests * roundTripMs + actions * actionMs;
  const longest = (rows: readonly Row[]): Row =>
    rows.reduce((most, row) => (msOf(row) > msOf(most) ? row : most), NONE);
  const inLine = (groups: readonly number[][]): Row => total(groups.map((group) => longest(group.map(row))));
  const throughTime = (group: readonly number[]): Row => {
    const rows = group.map((index) => byHour(cases[index]?.steps ?? [], length(index)));
    const hours = [...new Set(rows.flatMap((row) => [...row.keys()]))];
    const moves = hours.filter((hour) => hour > 0).length;
    const inEach = hours.map((hour) => longest(rows.map((row) => row.get(hour) ?? NONE)));
    return total([...inEach, { requests: 0, actions: moves }]);
  };
  const watch = (indexes: readonly number[]): number[] =>
    indexes.filter((index) => cases[index]?.steps.some((step) => 'settles' in step && step.settles));

  const { overlapping, beside, address, clock, ...others } = schedule(cases, ownPoints);
  const waiting = [...overlapping, ...others.waiting];
  const sent = total([...waiting, ...beside, ...address.flat()].map(row)).requests;
  const throughConnections = { requests: Math.ceil(sent / concurrency), actions: 0 };
  const byAddress = total([longest(waiting.map(row)), inLine(address)]);
  const beforeClock = longest([throughConnections, byAddress, longest(beside.map(row))]);
  const whole = total([beforeClock, ...clock.map(throughTime)]);
  const untilQuiet =
    watch(clock.flat()).length > 0 ? whole : longest(watch([...waiting, ...beside]).map(row));
  const window = watch(cases.map((_, index) => index)).length > 0 ? quietWindowMs : 0;
  const runs = Math.max(msOf(whole), msOf(untilQuiet) + window);
  return { lowerBoundMs: Math.round(readyMs + runs), roundTrips: whole.requests };
}

const NONE: Row = { requests: 0, actions: 0 };

function isAction(step: Step): boolean {
  return step.do === 'operate' || step.do === 'inbox';
}

/** What a case does in each hour of the service's clock, which nobody leaves before all have come so far; -1: beforehand. */
function byHour(steps: readonly Step[], answered: number): ReadonlyMap<number, Row> {
  const rows = new Map<number, Row>();
  let hour = -1;
  let left = answered;
  for (const step of steps) {
    if (step.do === 'clock') hour = step.hours;
    const { requests, actions } = rows.get(hour) ?? NONE;
    const sends = step.do === 'send' && left > 0 ? 1 : 0;
    left -= sends;
    rows.set(hour, { requests: requests + sends, actions: actions + (isAction(step) ? 1 : 0) });
  }
  return rows;
}

function total(rows: readonly Row[]): Row {
  return rows.reduce(
    (all, { requests, actions }) => ({ requests: all.requests + requests, actions: all.actions + actions }),
    NONE,
  );
}
