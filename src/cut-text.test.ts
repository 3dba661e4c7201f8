import { expect, test } from 'vitest';
import { cutText, cutTextCounted } from './cut-text.js';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['a😀bc', 3, 'a…'],
  ['a😀bc', 4, 'a😀…'],
  ['\ud800abc', 3, '\ud800a…'],
])('%j in %i characters is %j', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

test('the beginning of a long text says how long all of it is', () => {
  expect(cutTextCounted('abc', 3)).toBe('abc');
  expect(cutTextCounted('a😀bc', 2)).toBe('a… [5 characters]');
});
