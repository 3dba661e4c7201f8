import { expect, test } from 'vitest';
import { shellWord } from './shell-word.js';
import { inert, MAYBE_STEERING, plain, printable, STEERING } from './terminal-text.js';

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
