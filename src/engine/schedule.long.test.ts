import { expect, test } from 'vitest';
import { boundOf } from '../../test/support/engine/bound-of.js';
import { virtualRun } from '../../test/support/engine/virtual-run.js';

const CONCURRENCY = 32;

test('a good service passes every case, and all of them far away take hardly longer than they must', {
  timeout: 120_000,
}, async () => {
  const roundTripMs = 300;
  const run = await virtualRun({ roundTripMs, concurrency: CONCURRENCY });
  expect(run.outcomes.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect(run.outcomes.map((one) => one.case)).toEqual(run.cases);
  expect(run.cases.length).toBeGreaterThan(1_000);
  expect(run.atOnce).toBe(CONCURRENCY);

  const { lowerBoundMs } = boundOf(run, roundTripMs, CONCURRENCY);
  expect(run.durationMs).toBeGreaterThanOrEqual(lowerBoundMs);
  expect(run.durationMs).toBeLessThan(1.2 * lowerBoundMs);
});
