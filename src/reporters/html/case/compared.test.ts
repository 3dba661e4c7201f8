import { expect, test } from 'vitest';
import { parted } from './compared.js';

const texts = (expected: string, other: string) =>
  parted(expected, other).map((parts) => parts.map(({ text }) => text));

test('what two texts share stands apart from what differs', () => {
  expect(texts('abXcd', 'abYYcd')).toEqual([
    ['ab', 'X', 'cd'],
    ['ab', 'YY', 'cd'],
  ]);
  expect(texts('aa', 'a')).toEqual([['a', 'a'], ['a']]);
});

test('characters of two units stay whole', () => {
  // The same first unit, then the same last one.
  expect(texts('a😀b', 'a😁b')).toEqual([
    ['a', '😀', 'b'],
    ['a', '😁', 'b'],
  ]);
  expect(texts('a\u{1f600}b', 'a\u{1fa00}b')).toEqual([
    ['a', '\u{1f600}', 'b'],
    ['a', '\u{1fa00}', 'b'],
  ]);
  for (const pad of ['', 'x']) {
    const long = `${pad}${'😀'.repeat(1_000)}`;
    const all = texts(`${long}1${long}`, `${long}2${long}`).flat();
    expect(all.map((text) => text.isWellFormed())).toEqual(all.map(() => true));
    expect(
      texts(`${long}1`, '')
        .flat()
        .every((text) => text.isWellFormed()),
    ).toBe(true);
  }
});
