import { expect, test } from 'vitest';
import { closest } from './closest.js';

const KNOWN = ['baseUrl', 'timeout', 'key', 'versions'];

test.each([
  ['baseURL', 'baseUrl'],
  ['timout', 'timeout'],
  ['tiemout', 'timeout'],
  ['kye', undefined],
  ['version', 'versions'],
  ['colour', undefined],
  ['x'.repeat(100_000), undefined],
])('%s', (word, expected) => {
  expect(closest(word, KNOWN)).toBe(expected);
});
