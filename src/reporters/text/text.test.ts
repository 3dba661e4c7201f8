import { expect, test } from 'vitest';
import { inert, oneLine } from '../../terminal-text.js';
import { fit, width, wrap } from './columns.js';
import { difference, firstDifference } from './difference.js';

const unmarked = (side: { text: string; same: boolean }[]) => side.map(({ text }) => text).join('');
const marked = (side: { text: string; same: boolean }[]) =>
  side.filter(({ same }) => !same).map(({ text }) => text);

test('characters that steer are made visible; text, line feeds and joined emoji stay', () => {
  expect(inert('a\u001b[31m\r\b\u0007\u009b\u202e\u2066\ufeff\u200b\u{e0041}z')).toBe(
    'a␛[31m␍␈␇⟨U+009B⟩⟨U+202E⟩⟨U+2066⟩⟨U+FEFF⟩⟨U+200B⟩⟨U+E0041⟩z',
  );
  expect(inert('Größe שלום ไทย 👩‍👩‍👧‍👦 🇨🇭\n\tend')).toBe('Größe שלום ไทย 👩‍👩‍👧‍👦 🇨🇭\n\tend');
  expect(inert('lone \ud800 surrogate')).toBe('lone \ufffd surrogate');
  expect(oneLine('a\nb\r\n\tc')).toBe('a⏎b␍⏎ c');
});

test('columns count wide characters twice and joined emoji once', () => {
  expect(width('abc')).toBe(3);
  expect(width('你好')).toBe(4);
  expect(width('👩‍👩‍👧‍👦')).toBe(2);
  expect(width('e\u0301')).toBe(1);
});

test('fitted and wrapped lines keep to their columns', () => {
  expect(fit('hello world', 8)).toBe('hello w…');
  expect(fit('hello', 5)).toBe('hello');
  expect(width(fit('你好你好你好', 7))).toBeLessThanOrEqual(7);
  const lines = wrap(`one two ${'x'.repeat(25)} three`, 10);
  expect(lines.every((line) => width(line) <= 10)).toBe(true);
  expect(lines.join('').replaceAll(' ', '')).toBe(`onetwo${'x'.repeat(25)}three`);
});

test('a difference marks the words that differ and loses none', () => {
  const { expected, received } = difference('400 with code 9 and a reason', '400 with code 4 and a reason');
  expect(marked(expected)).toEqual(['9']);
  expect(marked(received)).toEqual(['4']);
  const hardly = difference('status, code and message of one row', '400, code 2, "no such key is known"');
  expect(marked(hardly.expected)).toEqual(['status, code and message of one row']);
  const far = difference('nothing in common', 'entirely other words');
  expect(marked(far.expected)).toEqual(['nothing in common']);
  const long = difference(
    `${'a '.repeat(800)}x${' b'.repeat(800)}`,
    `${'a '.repeat(800)}y${' b'.repeat(800)}`,
  );
  expect(marked(long.received)).toEqual(['y']);
  expect(unmarked(long.received)).toBe(`${'a '.repeat(800)}y${' b'.repeat(800)}`);
});

test('the first difference is in view of a short line', () => {
  const same = 'the same beginning of both texts, which is quite long, ';
  const { expected, received } = firstDifference(`${same}then this`, `${same}then that`);
  expect(expected.startsWith('…')).toBe(true);
  expect(expected.length).toBeLessThan(40);
  expect(received.endsWith('that')).toBe(true);
});
