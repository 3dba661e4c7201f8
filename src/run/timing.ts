import type { Exchange } from '../engine/world.js';
import type { Timing } from '../record/types.js';
import { lowerBound } from './lower-bound.js';
import type { Prepared } from './preflight/preflight.js';
import type { Evidence } from './record.js';

/** What the run waited for, and what it could not have been faster than. `readyMs`: until the first case began. */
export function timingOf(
  { world, roundTripMs }: Prepared,
  { outcomes, exchanges }: Pick<Evidence, 'outcomes' | 'exchanges'>,
  { readyMs, concurrency }: { readyMs: number; concurrency: number },
): Timing {
  const shortest = Math.min(roundTripMs, ...answerTimes(exchanges));
  const { lowerBoundMs, roundTrips } = lowerBound(
    outcomes.map((one) => one.case),
    exchanges,
    {
      readyMs,
      roundTripMs: shortest,
      quietWindowMs: world.quietWindowMs,
      concurrency,
      ownPoints: world.keys.fresh.length,
    },
  );
  return {
    quietWindowMs: world.quietWindowMs,
    eventTimeoutMs: world.eventTimeoutMs,
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
