import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadEvent } from '../ports.js';
import { differPlainly, isHeld, isUnchanged, nearlyHeld, unified } from './payload.js';

const came = (...texts: string[]) =>
  [{ name: 'Told', user: 'u-1', payload: { event: 'Told', user: 'u-1', texts } }] as unknown as ReadEvent[];

test.each([
  ['a beginning', 'one two three four', 'one two three'],
  ['what is left once emoji are dropped', '👋 👩‍👩‍👧‍👦 🇨🇭 👍🏽 end', ' ‍‍‍   end'],
  ['what is left once most letters are dropped', 'ДЦЖЩЪЫЭЮЯ ok?', ' ok?'],
])('%s is nearly the text', (_, due, near) => {
  expect(nearlyHeld(came('something else', near), due)).toBe(near);
});

test.each([
  ['another text', 'one two three four', 'how may we help'],
  ['what holds a character more', '👋🇨🇭👍🏽👩‍👩‍👧‍👦 end', 'ends'],
  ['hardly anything', '👋🇨🇭👍🏽👩‍👩‍👧‍👦 end', ' e'],
])('%s is not', (_, due, other) => {
  expect(nearlyHeld(came(other), due)).toBeNull();
});

test('a user id that the text quotes is not the text', () => {
  expect(nearlyHeld(came('something else'), 'Reply 3 to u-1')).toBeNull();
  expect(nearlyHeld(came('Reply 3'), 'Reply 3 to u-1')).toBe('Reply 3');
});

test.each([
  ['0', '0', true],
  ['0', 'Employee: 0', true],
  ['0', 'u-0110a', false],
  ['-5', 'now -5', true],
  ['-5', 'b01d-5c3e', false],
  ['5%', '5%', true],
  ['5%', '15%', false],
  ['?!', 'what?!b', true],
  ['0', '2026-11-23T10:00:07Z', false],
  ['OK', 'BOOK', false],
  [':)', 'well:)', true],
  ['Hello', 'xHellox', true],
])('%s in %s: %s', (text, leaf, due) => {
  expect(isHeld(came(leaf), text)).toBe(due);
});

test.each<[sent: unknown, seen: unknown, unified: boolean, exact: boolean]>([
  ['a', 'a', true, true],
  ['a', 'b', false, false],
  ['a\r\nb', 'a\nb', true, false],
  ['a\rb', 'a\r\nb', true, false],
  ['a\nb', 'a b', false, false],
  [' a ', 'a', true, false],
  ['a  b', 'a b', false, false],
  ['e\u0301', '\u00e9', true, false],
  ['\ufb01', 'fi', false, false],
  [1, 1, true, true],
  [1, '1', false, false],
  [0, undefined, false, false],
  ['', undefined, true, true],
  ['', null, true, true],
  ['', 'a', false, false],
  [{}, undefined, true, true],
  [{}, null, true, true],
  [{}, {}, true, true],
  [{}, { a: 'b' }, false, false],
  [{ a: 'b' }, { a: 'b' }, true, true],
  [{ a: 'b' }, { a: 'b', c: 'd' }, false, false],
  [{ a: 'b', c: 'd' }, { a: 'b' }, false, false],
  [{ ' e\u0301': 'b ' }, { '\u00e9': 'b' }, true, false],
  [JSON.parse('{"__proto__":"b"}'), JSON.parse('{"__proto__":"b"}'), true, true],
  [JSON.parse('{"__proto__":"b"}'), {}, false, false],
  [{ a: 'b' }, { c: 'b' }, false, false],
])('%j seen as %j is unchanged when unified: %s, exactly: %s', (sent, seen, unified, other) => {
  expect([isUnchanged(sent, seen), isUnchanged(sent, seen, true)]).toEqual([unified, other]);
});

test('texts that differ plainly are no spellings of one text, and some others differ so', () => {
  const part = fc.constantFrom(
    'a',
    'b',
    '~',
    'e',
    '\u00e9',
    '\u0301',
    '\u0338',
    '=',
    '\u2260',
    ' ',
    '\r',
    '\n',
    '\r\n',
    '\u2028',
    '\ud83d\ude00',
  );
  const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  let [plainly, apart] = [0, 0];
  fc.assert(
    fc.property(text, text, text, (start, first, second) => {
      const both = [start + first, start + second] as const;
      const areOne = unified(both[0]) === unified(both[1]);
      const differ = differPlainly(...both);
      expect(areOne && differ).toBe(false);
      plainly += Number(differ);
      apart += Number(!areOne);
    }),
    { seed: 7, numRuns: 5_000 },
  );
  expect(plainly / apart).toBeGreaterThan(0.1);
});
