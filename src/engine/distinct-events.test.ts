import { expect, test } from 'vitest';
import { DistinctEvents } from './distinct-events.js';

test.each<[string, [user: string, text: string][], boolean]>([
  ['none', [], false],
  [
    'one user alone',
    [
      ['u-1', 'u-1 a'],
      ['u-1', 'u-1 b'],
    ],
    false,
  ],
  [
    'two users, each with a number',
    [
      ['u-1', 'u-1 a'],
      ['u-2', 'u-2 b'],
    ],
    true,
  ],
  [
    'the same for two users',
    [
      ['u-1', 'u-1 a'],
      ['u-2', 'u-2 a'],
    ],
    false,
  ],
  [
    'a repeat for one user',
    [
      ['u-1', 'u-1 a'],
      ['u-2', 'u-2 b'],
      ['u-1', 'u-1 a'],
    ],
    true,
  ],
  [
    'the same for two users, once and early',
    [
      ['u-1', 'u-1 a'],
      ['u-2', 'u-2 a'],
      ['u-1', 'u-1 b'],
      ['u-2', 'u-2 c'],
    ],
    false,
  ],
])('%s', (_, events, expected) => {
  const distinct = new DistinctEvents();
  for (const [user, text] of events) distinct.add(user, text);
  expect(distinct.tellApart).toBe(expected);
});
