import { expect, test } from 'vitest';
import { virtualRun } from '../../test/support/engine/virtual-run.js';
import type { Case } from '../cases/types.js';
import { fills, urgencyOf } from './schedule.js';

test('the longest chains go first, and requests that nobody waits for go last', async () => {
  const run = await virtualRun({
    roundTripMs: 10,
    concurrency: 1,
    only: ({ version, phase }) => version === '1.2' && phase === 'open',
  });
  const byId = new Map(run.cases.map((testCase) => [testCase.id, testCase]));
  const begun = [...new Set(run.exchanges.map(({ caseId }) => caseId))].map((id) => byId.get(id) as Case);
  // The very first finds nobody in line.
  const later = begun.slice(1);
  const urgenciesOf = (cases: readonly Case[]): number[] =>
    cases.map((testCase) => urgencyOf(testCase, testCase.steps));
  // Some of those that nobody waits for fill the time in which there is no room for further events.
  const urgencies = urgenciesOf(later.filter((testCase) => !fills(testCase)));
  expect(urgencies).toEqual([...urgencies].sort((a, b) => b - a));
  expect(new Set(urgencies).size).toBeGreaterThan(5);
  const last = later.slice(-later.filter(fills).length / 2);
  expect(last.filter((testCase) => !fills(testCase))).toEqual([]);
});
