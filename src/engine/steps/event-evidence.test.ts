import { expect, test } from 'vitest';
import { spellingOf } from './event-evidence.js';

test.each([
  ['second', 'to the address without its query'],
  ['second?v=1', 'to the address with a different query'],
  ['second?', 'to the address with a different query'],
  ['Second?v=1&v=2', 'to the address with a different path'],
  ['second/?v=1&v=2', 'to the address with a slash added to its path'],
  ['second//?v=1&v=2', 'to the address with a different path'],
  ['second/?v=1', 'to the address with a different path'],
])('an address that was called as %s', (called, told) => {
  expect(spellingOf(called, 'second?v=1&v=2')).toBe(told);
});

test('an address that was called without the slash at the end of its path', () => {
  expect(spellingOf('second/third?v=1/', 'second/third/?v=1/')).toBe(
    'to the address without the slash at the end of its path',
  );
  expect(spellingOf('second/third', 'second/third/')).toBe(
    'to the address without the slash at the end of its path',
  );
});
