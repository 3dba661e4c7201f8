import { expect, test } from 'vitest';
import { spellingOf } from './event-evidence.js';

test.each([
  ['second', 'to the address without its query'],
  ['second?v=1', 'to the address with a different query'],
  ['second?', 'to the address with a different query'],
  ['Second?v=1&v=2', 'to the address with a different path'],
  ['second/?v=1&v=2', 'to the address with a different path'],
])('an address that was called as %s', (called, told) => {
  expect(spellingOf(called, 'second?v=1&v=2')).toBe(told);
});
