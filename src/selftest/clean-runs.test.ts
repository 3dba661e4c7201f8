import { expect, test } from 'vitest';
import { casesOf } from '../cases/derive.js';
import type { Case } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import { oneOfEachKind } from './clean-runs.js';

const all = casesOf(await loadDescriptions());
const kinds = oneOfEachKind(all);

const unique = (values: readonly unknown[]): unknown[] => [...new Set(values)].sort();

test.each<[what: string, of: (testCase: Case) => unknown]>([
  ['groups, each with its needs', ({ group, needs }) => [group, needs]],
  ['phases', ({ phase }) => phase],
  ['operations', ({ steps }) => unique(steps.map((step) => step.do === 'send' && step.request.operation))],
  ['steps', ({ steps }) => unique(steps.map((step) => step.do))],
  ['laws of the run', ({ phase, id }) => phase === 'invariant' && id],
])('one of each kind has all %s, in each version', (_what, of) => {
  const found = (cases: readonly Case[]): Set<string> =>
    new Set(cases.map((testCase) => JSON.stringify([testCase.version, of(testCase)])));
  expect(found(kinds)).toEqual(found(all));
});

test('of those that differ in values alone there is one', () => {
  expect(kinds.length).toBeLessThan(all.length / 2);
  expect(oneOfEachKind(kinds)).toEqual(kinds);
});
