import { expect, test } from 'vitest';
import { pointer, pointerNames, valueAt } from './json.js';

test('a pointer and its names are the same thing', () => {
  const names = ['a/b', '0', '~', '~1', '', 'x'];
  expect(pointer(...names)).toBe('/a~1b/0/~0/~01//x');
  expect(pointerNames(pointer(...names))).toEqual(names);
  expect([pointer(), pointerNames('')]).toEqual(['', []]);
});

test('a value is found at its place, and no inherited one', () => {
  const value = { 'a/b': [{ '': 1 }] };
  expect(valueAt(value, '/a~1b/0/')).toBe(1);
  expect(valueAt(value, '')).toBe(value);
  expect(valueAt(value, '/toString')).toBeUndefined();
  expect(valueAt(value, '/x/y')).toBeUndefined();
});
