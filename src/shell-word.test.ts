import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellLine, shellWord, wordsOfShellLine } from './shell-word.js';

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
