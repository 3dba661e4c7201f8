import { expect, test } from 'vitest';
import type { ReadEvent } from '../run-context.js';
import { nearlyHeld } from './payload.js';

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
