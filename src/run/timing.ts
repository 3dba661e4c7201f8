import type { Exchange } from '../engine/run-context.js';
import type { Timing } from '../record/types.js';
import { lowerBound } from './lower-bound.js';
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
