import { lowerBound } from '../../../src/run/timing.js';
import type { VirtualRun } from './virtual-run.js';

/** For tests: what a run in virtual time could not have been faster than. */
export function boundOf(
  { cases, exchanges, prepared: { runContext }, readyMs }: VirtualRun,
  roundTripMs: number,
  concurrency: number,
) {
  const { quietWindowMs, keys } = runContext;
  const ownPoints = keys.fresh.length;
  return lowerBound(cases, exchanges, { readyMs, roundTripMs, quietWindowMs, concurrency, ownPoints });
}
