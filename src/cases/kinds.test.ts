import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { casesOf } from './derive.js';
import { filterCases } from './filter.js';
import { oneCaseOfEachKind } from './kinds.js';
import type { Case } from './types.js';

const all = casesOf(await loadDescriptions());
const kinds = oneCaseOfEachKind(all);

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

test('one of each kind shows every statement that any case shows', () => {
  const shown = (cases: readonly Case[]) =>
    unique(cases.flatMap(({ version, statements }) => statements.map((id) => `${version} ${id}`)));
  expect(shown(kinds)).toEqual(shown(all));
});

test('of those that differ in values alone there is one', () => {
  expect(kinds.length).toBeLessThan(all.length / 2);
  expect(oneCaseOfEachKind(kinds)).toEqual(kinds);
});

test('a quick run meets them, of what else was asked for', () => {
  const every = { grep: [], skip: [], shard: null };
  expect(filterCases(all, { ...every, quick: true })).toEqual(kinds);
  const some = filterCases(all, { ...every, grep: ['storage/'], quick: true });
  expect(some.every(({ group }) => group === 'storage')).toBe(true);
  expect(oneCaseOfEachKind(some)).toEqual(some);
});
