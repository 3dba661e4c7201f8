import { expect, test } from 'vitest';
import { closest } from './closest.js';

const KNOWN = ['baseUrl', 'timeout', 'key', 'versions'];

test.each([
  ['baseURL', 'baseUrl'],
  ['timout', 'timeout'],
  ['tiemout', 'timeout'],
  ['kye', 'key'],
  ['kex', 'key'],
  ['kxx', undefined],
  ['version', 'versions'],
  ['colour', undefined],
])('%s', (word, expected) => {
  expect(closest(word, KNOWN)).toBe(expected);
});

test('a word of any length is answered at once', () => {
  expect(closest('x'.repeat(100_000), KNOWN)).toBeUndefined();
});
