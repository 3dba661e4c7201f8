import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { casesOf } from './derive.js';
import { filterCases, oneCaseOfEachKind, shardOf } from './filter.js';
import { gapsOf } from './statements.js';
import type { Case } from './types.js';

const cases = casesOf(await loadDescriptions());

/** Laws over all responses are in every shard. */
const once = cases.filter(({ steps }) =>
  steps.every(({ do: kind }) => kind !== 'invariant' && kind !== 'judge-duty'),
);

test.each([2, 8])(
  'of %i shards one has all cases that answer a gap, also where they answer others',
  (count) => {
    expect(once.some((testCase) => new Set(gapsOf(testCase)).size > 1)).toBe(true);
    const shards = Array.from(
      { length: count },
      (_, at) => new Set(shardOf(cases, { index: at + 1, count })),
    );
    const gaps = new Set(once.flatMap(gapsOf));
    const torn = [...gaps].filter((gap) => {
      const own = once.filter((testCase) => gapsOf(testCase).includes(gap));
      return !shards.some((shard) => own.every((testCase) => shard.has(testCase)));
    });
    expect(torn).toEqual([]);
    for (const testCase of once) expect(shards.filter((shard) => shard.has(testCase))).toHaveLength(1);
  },
);

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
