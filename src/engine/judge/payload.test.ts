import { expect, test } from 'vitest';
import type { ReadEvent } from '../run-context.js';
import { isHeld, nearlyHeld } from './payload.js';

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

test.each([
  ['0', '0', true],
  ['0', 'Employee: 0', true],
  ['0', 'u-0110a', false],
  ['0', '2026-11-23T10:00:07Z', false],
  ['OK', 'BOOK', false],
  [':)', 'well:)', true],
  ['Hello', 'xHellox', true],
])('%s in %s: %s', (text, leaf, due) => {
  expect(isHeld(came(leaf), text)).toBe(due);
});
