import { expect, test } from 'vitest';
import { changedMap } from './map-changes.js';

const long = 'x'.repeat(300);

test.each([
  [[[{ name: '1', b: '2' }, { b: '2' }]], 'without "name"'],
  [[[{ a: '1', b: '2', c: '3' }, { b: '2' }]], 'without "a" and "c"'],
  [
    [
      [
        { a: '1', b: '', c: '3' },
        { c: '3', a: '1' },
      ],
    ],
    'without empty entries',
  ],
  [
    [
      [
        { a: '1', b: '2', c: '3' },
        { a: '1', b: '2' },
      ],
    ],
    'cut after 2 entries',
  ],
  [
    [
      [{ a: '1', b: '2' }, { b: '2' }],
      [{ c: '1', d: '2' }, { d: '2' }],
    ],
    'without some of the entries',
  ],
  [
    [
      [
        { 'Order No': '1', b: '2' },
        { 'order no': '1', b: '2' },
      ],
    ],
    'with keys in lower case',
  ],
  [
    [
      [{ A: '1', a: '2' }, { a: '2' }],
      [{ B: '1' }, { b: '1' }],
    ],
    'with keys in lower case',
  ],
  [[[{ [long]: '1' }, { [long.slice(0, 64)]: '1' }]], 'with keys cut after 64 characters'],
  [
    [
      [
        { a: long, b: '2' },
        { a: long.slice(0, 200), b: '2' },
      ],
    ],
    'with values cut after 200 characters',
  ],
  [
    [
      [
        { a: '1', b: '2' },
        { a: '2', b: '1' },
      ],
    ],
    null,
  ],
  [[[{ a: '1' }, { a: '1', more: '2' }]], null],
  [[[{ a: '1' }, { a: '1' }]], null],
  [[[{ a: '1' }, 'text']], null],
  [[], null],
] as [[unknown, unknown][], string | null][])('%j: %s', (pairs, words) => {
  expect(changedMap(pairs)).toBe(words);
});
