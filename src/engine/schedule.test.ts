import { expect, test } from 'vitest';
import { type VirtualRun, virtualRun } from '../../test/support/engine/virtual-run.js';
import type { Case } from '../cases/types.js';
import { lowerBound } from '../run/lower-bound.js';
import { urgencyOf } from './schedule.js';

const CONCURRENCY = 32;

function bound(
  { cases, exchanges, prepared: { runContext }, readyMs }: VirtualRun,
  roundTripMs: number,
  concurrency: number,
) {
  const { quietWindowMs, keys } = runContext;
  const ownPoints = keys.fresh.length;
  // Far away are the employees as well.
  const distance = { roundTripMs, actionMs: roundTripMs };
  return lowerBound(cases, exchanges, { readyMs, ...distance, quietWindowMs, concurrency, ownPoints });
}

test.each([50, 150])('all cases %i ms away take hardly longer than they must', async (oneWayMs) => {
  const roundTripMs = 2 * oneWayMs;
  const run = await virtualRun({ roundTripMs, concurrency: CONCURRENCY });
  expect(run.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(run.cases.length).toBeGreaterThan(1_000);
  expect(run.atOnce).toBe(CONCURRENCY);

  const { lowerBoundMs } = bound(run, roundTripMs, CONCURRENCY);
  expect(run.durationMs).toBeGreaterThanOrEqual(lowerBoundMs);
  expect(run.durationMs).toBeLessThan(1.2 * lowerBoundMs);
});

test.each([50, 150])(
  'with connections for all, %i ms away costs the start, the longest chain and one window',
  async (oneWayMs) => {
    const roundTripMs = 2 * oneWayMs;
    const run = await virtualRun({ roundTripMs, concurrency: 10_000 });
    const { lowerBoundMs } = bound(run, roundTripMs, 10_000);
    expect(run.durationMs).toBeGreaterThanOrEqual(lowerBoundMs);
    // Cases begin as fast as events have been seen to come: that costs some round trips at the beginning.
    expect(run.durationMs).toBeLessThan(1.3 * lowerBoundMs);
  },
);

test('the longest chains go first, and requests that nobody waits for go last', async () => {
  const run = await virtualRun({ roundTripMs: 10, concurrency: 1, only: ({ phase }) => phase === 'open' });
  const byId = new Map(run.cases.map((one) => [one.id, one]));
  const begun = [...new Set(run.exchanges.map(({ caseId }) => caseId))].map((id) => byId.get(id) as Case);
  const urgencies = begun.map((one) => urgencyOf(one, one.steps));
  expect(urgencies).toEqual([...urgencies].sort((a, b) => b - a));
  expect(new Set(urgencies).size).toBeGreaterThan(5);
});
