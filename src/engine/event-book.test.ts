import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { createReader } from '../dialect/reader.js';
import { VirtualClock } from '../testing/virtual-clock.js';
import { VirtualMailbox } from '../testing/virtual-mailbox.js';
import { isUserOf } from './case-context.js';
import { EventBook } from './event-book.js';

const OWN = '0123456789';
const [description] = (await loadDescriptions()) as [Description];

function open() {
  const mailbox = new VirtualMailbox(new VirtualClock());
  const event = { name: '/event', user: '/user', list: '/list' };
  const dialect = { error: null, event, bodies: {}, clearWebhook: null };
  const reader = createReader(dialect, [description], isUserOf(OWN));
  const post = (body: unknown): void => mailbox.receive('main', 'POST', JSON.stringify(body));
  return { mailbox, reader, post, book: new EventBook(mailbox, reader, description, OWN) };
}

const own = (serial: number): string => `u-${OWN}-${String(serial).padStart(5, '0')}a`;
const many = Array.from({ length: 3_000 }, () => ({}));

test('of events for others nothing is kept but how many other runs there may be', () => {
  const { post, book } = open();
  for (let at = 0; at < 2_000; at += 1) post({ event: 'Closed', user: `u-fedcba9876-${at}a` });
  post({ list: many.map((_, at) => ({ event: 'Closed', user: `somebody ${at}` })) });
  post({ event: 'Closed', user: own(1) });
  expect(book.all().map(({ user }) => user)).toEqual([own(1)]);
  expect(book.neighbourCount()).toBe(100);
  expect(book.lost).toBe(0);
});

test('events of the run are kept up to a bound, and those beyond it are counted', () => {
  const { post, book } = open();
  const list = many.map(() => ({ event: 'Closed', user: own(1) }));
  for (let delivery = 0; delivery < 17; delivery += 1) post({ list });
  expect(book.of(own(1))).toHaveLength(50_000);
  expect(book.lost).toBe(1_000);
});

test('payloads are kept up to a bound; beyond it those of others are let go, and those of the run are read again', () => {
  const { mailbox, post, reader, book } = open();
  const sent = 100;
  for (let at = 0; at < sent; at += 1) post({ event: 'Closed', user: 'somebody', many });
  post({ event: 'Closed', user: own(1), many });
  expect(book.of(own(1))).toHaveLength(1);
  const kept = mailbox.deliveries
    .slice(0, sent)
    .filter((one) => reader.events(one)[0]?.payload !== undefined);
  // 3,000 values take some 200 kB each.
  expect(kept.length * 200_000).toBeLessThan(10 * 1024 * 1024);
  const [last] = mailbox.deliveries.slice(-1);
  const [first] = mailbox.deliveries;
  expect(last && reader.events(last)).toEqual([
    { name: 'Closed', user: own(1), payload: { event: 'Closed', user: own(1), many } },
  ]);
  expect(last && reader.events(last)).not.toBe(last && reader.events(last));
  expect(first && reader.events(first)).toBe(first && reader.events(first));
});

test('a delivery without a user taints the time from its arrival back, for the events it may be', () => {
  const { mailbox, post, book } = open();
  post({ event: 'Closed' });
  const at = mailbox.deliveries[0]?.at ?? 0;
  expect([book.isTainted(at, 'Closed'), book.isTainted(at, 'TextMessage')]).toEqual([true, false]);
  expect(book.isTainted(at + 1, 'Closed')).toBe(false);
  post({ ping: 'x' });
  expect(book.isTainted(at, 'TextMessage')).toBe(false);
  mailbox.receive('main', 'POST', 'what is this?');
  expect(book.isTainted(at, 'TextMessage')).toBe(true);
});
