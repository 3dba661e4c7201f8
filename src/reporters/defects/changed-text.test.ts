import { expect, test } from 'vitest';
import { changedText } from './changed-text.js';

test.each([
  [[['abcdef', 'abc']], 'cut after 3 characters'],
  [
    [
      ['abcdef', 'abc'],
      ['abcdef', 'ab'],
    ],
    'cut short',
  ],
  [[[' a ', 'a']], 'without its leading and trailing blanks'],
  [[['Ab', 'ab']], 'in small letters'],
  [[['e\u0301', 'é']], 'with its accents composed'],
  [[['aé😀', 'a??']], 'with question marks in place of letters'],
  [[['a😀', 'a']], 'cut after 1 characters'],
  [[['😀a', 'a']], 'without its emoji'],
  [[['x?y#z', 'x']], 'cut after 1 characters'],
] as const)('%j: %s', (pairs, words) => {
  expect(changedText(pairs)).toBe(words);
});

test('nothing is said of what is no text, or was changed in several ways', () => {
  expect(changedText([])).toBeNull();
  expect(changedText([[undefined, undefined]])).toBeNull();
  expect(changedText([[1, 2]])).toBeNull();
  expect(
    changedText([
      ['Ab', 'ab'],
      [' a ', 'a'],
    ]),
  ).toBeNull();
  expect(changedText([['abc', 'abc']])).toBeNull();
});
