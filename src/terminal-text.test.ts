import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  cutText,
  cutTextCounted,
  inert,
  MAYBE_STEERING,
  plain,
  printable,
  STEERING,
  shellLine,
  shellWord,
  wordsOfShellLine,
} from './terminal-text.js';

const all = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
const steering = all.filter((character) => character.replace(STEERING, '') === '');

test('what steers is found by the quick look, and nobody shows it as it came', () => {
  expect(steering.length).toBeGreaterThan(200);
  expect(steering.filter((character) => !MAYBE_STEERING.test(character))).toEqual([]);
  const assigned = steering.filter((character) => !/\p{Cn}/u.test(character));
  for (const show of [inert, printable, shellWord, (text: string) => plain(text, 9)])
    expect(assigned.filter((character) => show(`a${character}b`).includes(character))).toEqual([]);
});

test.each(['\t', '\n', '\u200d', 'é', '😀'])('%j steers nothing', (character) => {
  expect(steering).not.toContain(character);
});

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

const ODD = [
  'plain/word-1.0',
  '',
  "it's",
  '$HOME `id` "x"',
  "a'b\\c\nd\te\u0001f\u007f1",
  '[key]',
  'Grüße 𝄞',
  '*',
  '--a=b c',
];

test.each(ODD)('bash takes %j as it was', (word) => {
  expect(execFileSync('bash', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' })).toBe(word);
});

test('a line falls apart into the words it was made of', () => {
  expect(wordsOfShellLine(shellLine(ODD))).toEqual(ODD.map(shellWord));
});
