import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { createReader } from '../dialect/reader.js';
import { VirtualClock, VirtualMailbox } from '../virtual/ports.js';
import { type BookedEvent, EventBook } from './event-book.js';
import { isUserOf, MessageIds } from './ids.js';

const OWN = '0123456789';
const [description] = (await loadDescriptions()) as [Description];

/** A book, read by these places alone where they are given; `userAt`: who is alone. */
function open(places?: { name?: string }, userAt?: (moment: number) => string | null) {
  const clock = new VirtualClock();
  const mailbox = new VirtualMailbox(clock);
  const event = { name: '/event', user: '/user', list: '/list', ...places };
  const dialect = { error: null, event, bodies: {}, clearWebhook: null };
  const reader = createReader(dialect, [description], places ? null : isUserOf(OWN));
  const post = (body: unknown): void => {
    mailbox.receive('main', 'POST', JSON.stringify(body));
    mailbox.deliveries.at(-1)?.headers.push(['X-Event', 'Closed']);
  };
  return { clock, mailbox, reader, post, book: new EventBook(mailbox, reader, description, OWN, userAt) };
}

const own = (serial: number): string => `u-${OWN}-${String(serial).padStart(5, '0')}a`;
const many = Array.from({ length: 3_000 }, () => ({}));

test('of events for others the latest are kept, and how many users of other runs there may be', () => {
  const { post, book } = open();
  for (let at = 0; at < 20_100; at += 1) post({ event: 'Closed', user: `u-fedcba9876-${at}a` });
  post({ list: many.map((_, at) => ({ event: 'Closed', user: `somebody ${at}` })) });
  post({ event: 'Closed', user: own(1) });
  expect(book.all().map(({ user }) => user)).toEqual([own(1)]);
  expect(book.otherRunUserCount()).toBe(20_000);
  const last = Array.from({ length: 500 }, (_, at) => `somebody ${2_500 + at}`);
  expect(book.foreign().map(({ user }) => user)).toEqual(last);
  expect(book.lost).toBe(0);
});

test('a request that broke off within its body is no event, and nothing that may be one', () => {
  const { mailbox, post, book } = open();
  post({ event: 'Closed', user: own(1) });
  mailbox.receive('main', 'POST', '{"event":"Sel', { cut: true });
  mailbox.receive('main', 'POST', JSON.stringify({ event: 'Closed', user: own(1) }), { cut: true });
  expect(book.of(own(1))).toHaveLength(1);
  expect(book.isTainted(0, 'SelectDestination')).toBe(false);
  mailbox.receive('main', 'POST', '{"event":"Sel');
  expect(book.isTainted(0, 'SelectDestination')).toBe(true);
});

test('events of the run are kept up to a bound, and those beyond it are counted', () => {
  const { post, book } = open();
  const list = many.map(() => ({ event: 'Closed', user: own(1) }));
  for (let delivery = 0; delivery < 27; delivery += 1) post({ list });
  expect(book.of(own(1))).toHaveLength(80_000);
  expect(book.lost).toBe(1_000);
});

test('payloads are kept up to a bound; beyond it those of others are dropped, and those of the run are read again', () => {
  const { mailbox, post, reader, book } = open();
  const sent = 100;
  for (let at = 0; at < sent; at += 1) post({ event: 'Closed', user: 'somebody', many });
  post({ event: 'Closed', user: own(1), many });
  expect(book.of(own(1))).toHaveLength(1);
  const kept = mailbox.deliveries
    .slice(0, sent)
    .filter((delivery) => reader.events(delivery)[0]?.payload !== undefined);
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

test('waiting ends with the event that makes the number full, however late it comes', async () => {
  const { clock, post, book } = open();
  const began = clock.now();
  const later = (ms: number, event: string, user: string) => clock.after(ms, () => post({ event, user }));
  later(100, 'Closed', own(1));
  later(200, 'Closed', own(2));
  later(300, 'TextMessage', own(1));
  later(400, 'Closed', own(1));
  later(500, 'Closed', own(1));
  const wait = async (times: number, timeoutMs: number): Promise<number[]> => {
    const isClosed = ({ name }: BookedEvent): boolean => name === 'Closed';
    const came = await book.wait(own(1), isClosed, times, timeoutMs);
    return [clock.now() - began, ...came.map(({ delivery }) => delivery.at - began)];
  };
  expect(await clock.during(wait(2, 1_000))).toEqual([400, 100, 400]);
  expect(await clock.during(wait(1, 1_000))).toEqual([400, 100, 400]);
  expect(await clock.during(wait(2, 0))).toEqual([400, 100, 400]);
  expect(await clock.during(wait(4, 1_000))).toEqual([1_400, 100, 400, 500]);
  expect(await clock.during(wait(4, 0))).toEqual([1_400, 100, 400, 500]);
});

test('who waits looks again at news of the user alone: an event, or the id of a message that events may name', async () => {
  const { clock, mailbox, reader, post } = open();
  const ids = new MessageIds();
  const book = new EventBook(mailbox, reader, description, OWN, undefined, ids);
  const began = clock.now();
  let looks = 0;
  const isEnough = (): boolean => {
    looks += 1;
    return ids.countOf(own(1)) > 0;
  };
  for (const ms of [100, 200, 400]) clock.after(ms, () => post({ event: 'Closed', user: own(2) }));
  clock.after(300, () => ids.note('id', { user: own(1), key: 'key' }));
  await clock.during(book.wait(own(1), () => true, isEnough, 1_000));
  expect([clock.now() - began, looks]).toEqual([400, 2]);
});

test('an event that names messages alone is booked for each of their users as soon as each becomes known', () => {
  const { mailbox, reader, post } = open();
  const ids = new MessageIds();
  const book = new EventBook(mailbox, reader, description, OWN, undefined, ids);
  const counts = (): number[] => [1, 2, 3].map((serial) => book.of(own(serial)).length);
  ids.note('m-1', { user: own(1), key: 'key' });
  post({ event: 'Seen', ids: ['m-1', 'm-2'], more: { 'm-3': true } });
  // Whose the address is, is not known yet.
  expect(counts()).toEqual([0, 0, 0]);
  expect(book.strays().map(({ user }) => user)).toEqual([own(1)]);
  ids.addressed('main', 'key');
  expect(counts()).toEqual([1, 0, 0]);
  ids.note('m-2', { user: own(2), key: 'key' });
  ids.note('m-3', { user: own(3), key: 'another' });
  expect(counts()).toEqual([1, 1, 0]);
  ids.note('m-3', { user: own(3), key: 'key' });
  ids.note('m-1', { user: own(1), key: 'key' });
  expect([counts(), book.strays()]).toEqual([[1, 1, 1], []]);
});

test('an event that names a user and lists messages of several is booked for each of these; what it names besides counts for nobody', () => {
  const { mailbox, reader, post } = open();
  const ids = new MessageIds();
  const book = new EventBook(mailbox, reader, description, OWN, undefined, ids);
  const counts = (): number[] => [1, 2, 3].map((serial) => book.of(own(serial)).length);
  ids.addressed('main', 'key');
  ids.note('m-2', { user: own(2), key: 'key' });
  post({ event: 'Seen', user: own(1), ids: ['m-1', 'm-2', 'm-3'] });
  expect(counts()).toEqual([1, 1, 0]);
  ids.note('m-1', { user: own(1), key: 'key' });
  ids.note('m-3', { user: own(3), key: 'key' });
  expect(counts()).toEqual([1, 1, 1]);
  post({ event: 'Seen', user: own(1), attempt: 'm-2', ids: ['m-3'] });
  post({ event: 'Closed', user: own(1), ids: ['m-2', 'm-3'] });
  expect(counts()).toEqual([3, 1, 1]);
});

test('an event that names the messages of a whole second is booked for one whose response comes later, within a bound', () => {
  const { mailbox, reader, post } = open();
  const ids = new MessageIds();
  const book = new EventBook(mailbox, reader, description, OWN, undefined, ids);
  ids.addressed('main', 'key');
  const idsFrom = (from: number): string[] => Array.from({ length: 1_000 }, (_, at) => `m-${from + at}`);
  for (let from = 0; from < 500_000; from += 1_000) post({ event: 'Seen', ids: idsFrom(from) });
  expect(book.of(own(1))).toEqual([]);
  ids.note('m-700', { user: own(1), key: 'key' });
  ids.note('m-499999', { user: own(2), key: 'key' });
  expect([1, 2].map((serial) => book.of(own(serial)).length)).toEqual([1, 0]);
});

test('where a message was sent whose id nobody knows, an event of an unknown one belongs to nobody', () => {
  const { mailbox, reader, post } = open();
  const ids = new MessageIds();
  const book = new EventBook(mailbox, reader, description, OWN, undefined, ids);
  ids.addressed('main', 'key');
  ids.note('m-1', { user: own(1), key: 'another' });
  post({ event: 'Seen', ids: ['m-1'] });
  expect(book.strays().map(({ user }) => user)).toEqual([own(1)]);
  ids.noteUnknown('another');
  expect(book.strays()).toHaveLength(1);
  ids.noteUnknown('key');
  expect(book.strays()).toEqual([]);
});

test('waiting ends at once where the run or the mailbox does', async () => {
  const { mailbox, post, book } = open();
  post({ event: 'Closed', user: own(1) });
  const wait = (signal?: AbortSignal): Promise<readonly BookedEvent[]> =>
    book.wait(own(1), () => true, 2, 60_000, signal);
  expect(await wait(AbortSignal.abort())).toHaveLength(1);
  let asked = 0;
  mailbox.waitFor = () => {
    asked += 1;
    if (asked > 1) throw new Error('Nobody asks a closed mailbox again.');
    return Promise.resolve(null);
  };
  expect(await wait()).toHaveLength(1);
});

test('what names no user may be any event that it mentions, or that its name is', () => {
  const tainted = (body: unknown, place = '/event'): string[] => {
    const { post, book } = open({ name: place });
    post(body);
    return Object.keys(description.events).filter((event) => book.isTainted(0, event));
  };
  const all = Object.keys(description.events);
  expect(tainted({ event: 'Closed' })).toEqual(['Closed']);
  expect(tainted({ event: 'Closed', after: 'a TextMessage' }).toSorted()).toEqual(['Closed', 'TextMessage']);
  expect(tainted({ event: 'Ping' })).toEqual([]);
  expect(tainted({ kind: 'Closed' })).toEqual(all);
  expect(tainted({ kind: 'ping' })).toEqual([]);
  expect(tainted('')).toEqual([]);
  expect(tainted('a "quoted" text')).toEqual(all);
  expect(tainted({ kind: 'x' }, 'header:x-event')).toEqual(['Closed']);
  expect(tainted({ kind: 'TextMessage' }, 'header:x-event').toSorted()).toEqual(['Closed', 'TextMessage']);
});

test('where one user is alone, events without a user are for that one, and pings for nobody', () => {
  const asked: number[] = [];
  const { mailbox, post, book } = open({}, (moment) => {
    asked.push(moment);
    return own(1);
  });
  post({ event: 'Closed' });
  post({ event: 'Delivered' });
  post({ ping: 1 });
  expect(book.of(own(1)).map(({ name }) => name)).toEqual(['Closed', 'Delivered']);
  expect(asked).toEqual(mailbox.deliveries.slice(0, 2).map(({ at }) => at));
  expect([book.knows('Closed'), book.knows('TextMessage')]).toEqual([true, false]);
  expect(book.isTainted(0, 'Closed')).toBe(false);
});

test.each<[what: string, post: (user: string, at: number, posting: number) => object]>([
  ['beside the event', (user, at, posting) => ({ posting, list: [{ event: 'Closed', user, at }] })],
  ['in the event', (user, at, posting) => ({ list: [{ event: 'Closed', user, at, posting }] })],
])('an event that is posted again with a number of its own %s is a repeat, by its moment', (_, made) => {
  const { post, book } = open();
  const start = 1_795_000_000_000;
  for (let number = 0; number < 60; number += 1) post(made(own(number % 30), start + number * 3, number));
  post(made(own(7), start + 37 * 3, 60));
  const came = book.of(own(7));
  expect(came.length).toBe(3);
  expect(book.withoutRepeats(came)).toEqual(came.slice(0, 2));
});

test('an event repeats one that came to the same address, with the same content or of the same moment', () => {
  const { book, mailbox } = open();
  const start = 1_795_000_000_000;
  const at = (address: string, body: object) => mailbox.receive(address, 'POST', JSON.stringify(body));
  const closed = (number: number) => ({
    event: 'Closed',
    user: own(number % 30),
    at: start + number * 3,
    attempt: 1,
  });
  for (let number = 0; number < 60; number += 1) at('early', closed(number));
  at('late', closed(37));
  at('early', closed(37));
  at('early', { ...closed(37), attempt: 2 });
  at('early', { ...closed(67), attempt: 2 });
  expect(book.of(own(7)).map((event) => book.isRepeat(event))).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
});
