import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { BodyPacker } from './body-packer.js';

const PLENTY = 1024 * 1024;
/** No two bytes of it follow from others. */
const noise = (seed: string, length: number): string => {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, at) =>
    createHash('sha512').update(`${seed}${at}`).digest('base64url').slice(0, 64),
  );
  return blocks.join('').slice(0, length);
};
const event = (nth: number, more: object = {}): Buffer =>
  Buffer.from(JSON.stringify({ event: 'TextMessage', user: `u-${nth}`, text: `ü ${nth}`, ...more }));
const picture = noise('picture', 60_000);
const packer = () => new BodyPacker([event(0, { history: noise('history', 3_000) })]);

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['an event', event(1)],
  ['an event with a picture', event(2, { picture })],
  ['an event with two, one twice', event(3, { picture, other: noise('other', 5_000), again: picture })],
  ['a picture alone', Buffer.from(picture)],
  ['no text', Buffer.from([0, 255, 128, 13, 10])],
])('what is unpacked is what was packed: %s', (_, body) => {
  const shared = packer();
  const before = event(4, { picture });
  for (const whole of [before, body]) expect(shared.pack(whole, PLENTY)?.unpack().equals(whole)).toBe(true);
});

test('what earlier bodies hold takes no room again', () => {
  const shared = packer();
  const [first, second] = [1, 2].map((nth) => shared.pack(event(nth, { picture }), PLENTY)?.cost ?? 0);
  expect(first).toBeGreaterThan(picture.length);
  expect(second).toBeLessThan(100);
  const history = { history: noise('history', 3_000) };
  expect(shared.pack(event(5, history), PLENTY)?.cost).toBeLessThan(300);
});

test('what would take too much is not kept, nor any part of it', () => {
  const shared = packer();
  expect(shared.pack(event(1, { picture }), picture.length)).toBeNull();
  expect(shared.pack(event(2, { picture }), PLENTY)?.cost).toBeGreaterThan(picture.length);
  expect(shared.pack(event(3, { picture }), 200)).not.toBeNull();
});
