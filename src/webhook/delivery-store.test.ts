import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { BodyPacker, DeliveryStore } from './delivery-store.js';

const KEEP = 1024 * 1024;
const HEADERS: [string, string][] = [['content-type', 'application/json']];

const storeOf = () =>
  new DeliveryStore({
    keepDeliveries: { own: 10_000, other: 10_000 },
    keepBytes: { own: KEEP, other: KEEP },
    interesting: ({ address }) => address === 'own',
  });
const deliver = (store: DeliveryStore, text: string, address = 'own'): void => {
  const body = Buffer.from(text);
  store.add({ address, method: 'POST', headers: HEADERS, body, size: body.length, at: 0 });
};
const CONTEXT = randomBytes(1_500).toString('hex');
const PICTURE = randomBytes(20_000).toString('base64url');

test('bodies that are like each other are all kept, and as they came', () => {
  const store = storeOf();
  const texts = Array.from({ length: 600 }, (_, nth) =>
    JSON.stringify({ user: `u-${nth}`, context: CONTEXT, ...(nth % 10 === 0 && { picture: PICTURE }) }),
  );
  for (const text of texts) deliver(store, text);
  expect(texts.join('').length).toBeGreaterThan(3 * KEEP);
  expect(store.dropped).toBe(0);
  expect(store.deliveries.map(({ body }) => String(body))).toEqual(texts);
  expect({ ...store.deliveries[500] }).toMatchObject({ id: 501, method: 'POST', headers: HEADERS });
});

test('bodies that are unlike each other are kept up to the limit, those of others apart', () => {
  const store = storeOf();
  for (let sent = 0; sent < 200; sent += 1) deliver(store, randomBytes(9_000).toString('base64'));
  expect(store.lost).toBeGreaterThan(30);
  expect(store.deliveries.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(KEEP);
  deliver(store, 'of another', 'other');
  expect(store.deliveries.at(-1)?.address).toBe('other');
});

test('what would take long to unpack is not kept packed', () => {
  const store = storeOf();
  const long = 'x'.repeat(300 * 1024);
  for (let sent = 0; sent < 5; sent += 1) deliver(store, long);
  expect(store.lost).toBe(2);
  const many = storeOf();
  for (let sent = 0; sent < 200; sent += 1) deliver(many, 'x'.repeat(200 * 1024));
  expect(many.deliveries.length).toBeLessThan(100);
});

test('once all is forgotten there is room again', () => {
  const store = storeOf();
  const fill = (): void => {
    for (let sent = 0; sent < 200; sent += 1) deliver(store, randomBytes(9_000).toString('base64'));
  };
  fill();
  const kept = store.deliveries.length;
  store.forget();
  fill();
  expect(store.deliveries).toHaveLength(kept);
});

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
