import { expect, test } from 'vitest';
import { ownKeys } from './keys.js';

test('keys by the names of contact points', () => {
  expect(ownKeys(['main=abc=1', 'fresh-2=x'])).toEqual({ main: 'abc=1', 'fresh-2': 'x' });
});

test.each([
  [
    'other=1',
    /No contact point is called "other"; expected one of main, second, restricted, and fresh-1 to fresh-26/,
  ],
  ['main', /expected main=VALUE/],
  ['main=', /1 to 200 printable/],
  ['main=a b', /1 to 200 printable/],
])('%s is refused in words', (given, said) => {
  expect(() => ownKeys([given])).toThrow(said);
});

test('two contact points cannot have the same key', () => {
  expect(() => ownKeys(['main=a', 'second=a'])).toThrow(/the same key/);
});
