import { expect, test } from 'vitest';
import { likeness, textEdits } from './text-edits.js';

const long = 'x'.repeat(40);

test.each([
  ['without "Jane@example.com"', 'a, Jane@example.com, b', 'a, , b'],
  ['with "****" in place of "4111 1111"', 'a 4111 1111 b', 'a **** b'],
  ['with "https" in place of "http"', 'http://a.example', 'https://a.example'],
  ['with "!" added', 'a.', 'a!.'],
  ['with "😁" in place of "😀"', 'a😀', 'a😁'],
  ['without U+00AD', 'soft\u00adly', 'softly'],
  ['without "utm_source=a&"', 'a.pdf?utm_source=a&utm_medium=b', 'a.pdf?utm_medium=b'],
  ['with "ab " added', 'x ab cd', 'x ab ab cd'],
  ['without its "$"', `$${long}$`, long],
  ['without some of its ","', `1,0 ${long} 1,0, 5`, `10 ${long} 10, 5`],
  ['without some of its characters', `a${long}b`, long],
  ['with "_" in place of "-"', `a-b${long}c-d`, `a_b${long}c_d`],
  [`with "'" in place of "‘", and the like`, `‘b${long}c’`, `'b${long}c'`],
])('%s', (words, sent, seen) => {
  expect(textEdits(sent, seen)).toEqual([words]);
});

test('texts that differ in too many ways are told by none', () => {
  expect(textEdits(`abc${long}`, `${long}xyz and more`)).toEqual([]);
  expect(textEdits('abcdefghijklmnopqrstuvwxyzabcdefghijk', 'kjihgfedcbazyxwvutsrqponmlkjihgfedcba')).toEqual(
    [],
  );
});

test('texts are like each other by their pairs of characters', () => {
  expect(likeness('Order 7')('ORDER 7')).toBe(1);
  expect(likeness('abcd')('wxyz')).toBe(0);
  const likenessTo = likeness('the whole of a text');
  expect(likenessTo('the whole of a')).toBeGreaterThan(likenessTo('another text'));
});
