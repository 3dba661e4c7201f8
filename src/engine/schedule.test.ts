import { expect, test } from 'vitest';
import { boundOf } from '../../test/support/engine/bound-of.js';
import { virtualRun } from '../../test/support/engine/virtual-run.js';
import type { Case } from '../cases/types.js';
import { urgencyOf } from './schedule.js';

const CONCURRENCY = 32;

test('a good service passes every case, and all of them far away take hardly longer than they must', async () => {
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

test('the longest chains go first, and requests that nobody waits for go last', async () => {
  const run = await virtualRun({ roundTripMs: 10, concurrency: 1, only: ({ phase }) => phase === 'open' });
  const byId = new Map(run.cases.map((one) => [one.id, one]));
  const begun = [...new Set(run.exchanges.map(({ caseId }) => caseId))].map((id) => byId.get(id) as Case);
  // The very first finds nobody in line.
  const urgencies = begun.slice(1).map((one) => urgencyOf(one, one.steps));
  expect(urgencies).toEqual([...urgencies].sort((a, b) => b - a));
  expect(new Set(urgencies).size).toBeGreaterThan(5);
});
