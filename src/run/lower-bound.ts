import type { Case } from '../cases/types.js';
import { schedule } from '../engine/schedule.js';
import type { Exchange } from '../engine/world.js';

export interface Circumstances {
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
 * one before it, or a free connection; and one quiet window after the last stimulus that an absence follows.
 */
export function lowerBound(
  cases: readonly Case[],
  exchanges: readonly Exchange[],
  { readyMs, roundTripMs, quietWindowMs, concurrency, ownPoints }: Circumstances,
): LowerBound {
  const lengths = new Map<string, number>();
  for (const { caseId, outcome } of exchanges)
    if (outcome.kind === 'answer') lengths.set(caseId, (lengths.get(caseId) ?? 0) + 1);
  const length = (index: number): number => lengths.get(cases[index]?.id ?? '') ?? 0;
  const longest = (indexes: readonly number[]): number => Math.max(0, ...indexes.map(length));
  const inLine = (groups: readonly number[][]): number => sum(groups.map(longest));
  const watch = (indexes: readonly number[]): number[] =>
    indexes.filter((index) => cases[index]?.steps.some((step) => 'settles' in step && step.settles));

  const { waiting, beside, address, clock } = schedule(cases, ownPoints);
  const throughConnections = Math.ceil(
    sum([...waiting, ...beside, ...address.flat()].map(length)) / concurrency,
  );
  const byAddress = longest(waiting) + inLine(address);
  const beforeClock = Math.max(throughConnections, byAddress, longest(beside));
  const roundTrips = beforeClock + inLine(clock);
  const untilQuiet = watch(clock.flat()).length > 0 ? roundTrips : longest(watch([...waiting, ...beside]));
  const window = watch(cases.map((_, index) => index)).length > 0 ? quietWindowMs : 0;
  const runs = Math.max(roundTrips * roundTripMs, untilQuiet * roundTripMs + window);
  return { lowerBoundMs: Math.round(readyMs + runs), roundTrips };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
