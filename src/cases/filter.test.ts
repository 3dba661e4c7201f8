import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { casesOf } from './derive.js';
import { shardOf } from './filter.js';
import { gapsOf } from './statements.js';

const cases = casesOf(await loadDescriptions());

/** Laws over all responses are in every shard. */
const once = cases.filter(({ steps }) =>
  steps.every(({ do: kind }) => kind !== 'invariant' && kind !== 'upheld'),
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
