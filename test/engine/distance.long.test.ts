import { expect, test } from 'vitest';
import { boundOf } from '../support/engine/bound-of.js';
import { virtualRun } from '../support/engine/virtual-run.js';

test('all cases less far away take hardly longer than they must, either', async () => {
  const run = await virtualRun({ roundTripMs: 100, concurrency: 32 });
  expect(run.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  const { lowerBoundMs } = boundOf(run, 100, 32);
  expect(run.durationMs).toBeGreaterThanOrEqual(lowerBoundMs);
  expect(run.durationMs).toBeLessThan(1.2 * lowerBoundMs);
});

test.each([50, 150])(
  'with connections for all, %i ms away costs the start, the longest chain and one window',
  async (oneWayMs) => {
    const roundTripMs = 2 * oneWayMs;
    const run = await virtualRun({ roundTripMs, concurrency: 10_000 });
    const { lowerBoundMs } = boundOf(run, roundTripMs, 10_000);
    expect(run.durationMs).toBeGreaterThanOrEqual(lowerBoundMs);
    // Cases begin as fast as events have been seen to come: that costs some round trips at the beginning.
    expect(run.durationMs).toBeLessThan(1.3 * lowerBoundMs);
  },
);
