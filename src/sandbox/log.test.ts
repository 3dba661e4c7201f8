import { expect, test } from 'vitest';
import { type Bench, openBench } from '../../test/support/service/reference-bench.js';
import type { ServiceEvent } from '../reference/conversations/model.js';
import { defaultDialect } from '../reference/dialect/dialect.js';
import { loadDialect } from '../reference/dialect/dialects.js';
import { makeDesk } from './desk.js';
import type { DeliveryEntry, Entry, RequestEntry } from './entry.js';
import { LOG_BOUNDS, type Log, makeLog } from './log.js';
import { rowOf } from './rows.js';
import { keptPosting, restoredPosting } from './state-file.js';
import { lineOf } from './terminal.js';

async function watched(bounds = LOG_BOUNDS, dialect = defaultDialect): Promise<{ bench: Bench; log: Log }> {
  let log: Log | undefined;
  const bench = await openBench({
    tls: false,
    dialect,
    prepare: (context) => {
      log = makeLog(context, bounds);
      context.observer = log.observer;
    },
  });
  if (!log) throw new Error('no log');
  return { bench, log };
}

const deliveries = (log: Log) =>
  log.entries().filter((entry): entry is DeliveryEntry => entry.kind === 'delivery');
const requests = (log: Log) =>
  log.entries().filter((entry): entry is RequestEntry => entry.kind === 'request');

/** The log's last entry once its followers have heard of one that fits. */
function heard(log: Log, fits: (entry: Entry) => boolean): Promise<Entry> {
  return new Promise((resolve) => {
    const leave = log.follow((entry) => {
      if (!fits(entry)) return;
      leave();
      resolve(entry);
    });
  });
}

test('a message, the event that it causes and each attempt at it are told', async () => {
  const { bench, log } = await watched();
  await using _ = bench;
  await bench.call('setWebhook', { url: bench.address('a') });
  bench.statuses.push(500);
  const delivered = heard(log, (entry) => entry.kind === 'delivery' && entry.state === 'delivered');
  await bench.call('sendText', { user_id: 'u', text: 'Hello' });
  await delivered;
  expect(requests(log).map(({ operation, status, user, point }) => [operation, status, user, point])).toEqual(
    [
      ['setWebhook', 200, null, 'main'],
      ['sendText', 200, 'u', 'main'],
    ],
  );
  const [event] = deliveries(log);
  expect(event).toMatchObject({
    event: 'SelectDestination',
    user: 'u',
    state: 'delivered',
    url: bench.address('a'),
    attempts: [{ status: 500 }, { status: 200 }],
    nextAt: null,
  });
  expect(JSON.parse(event?.request?.body.text ?? '')).toMatchObject({
    event: 'SelectDestination',
    user: 'u',
  });
  expect(requests(log)[1]?.body.text).toContain('Hello');
});

test('an event without an address is told too, and whether it is kept', async () => {
  const { bench, log } = await watched();
  await using _ = bench;
  await bench.call('sendText', { user_id: 'u', text: 'Hello' });
  const { body } = await bench.call('getDestinations');
  const [{ destination_id } = { destination_id: '' }] = body['destinations'] as { destination_id: string }[];
  const who = { user_id: 'u', destination_type: 'Department', destination_id, name: 'Ada', attributes: {} };
  await bench.call('selectDestination', who);
  await bench.operate('reply_text', { user_id: 'u', text: 'Hi' });
  expect(deliveries(log).map(({ event, state }) => [event, state])).toEqual([
    ['SelectDestination', 'untold'],
    [expect.any(String), 'untold'],
    ['TextMessage', 'kept'],
  ]);
  expect(log.entries().at(-2)).toMatchObject({ kind: 'action', action: 'reply_text', user: 'u' });
});

test.each([
  ['no such operation', 'sendTextt', {}, /lists no operation "sendTextt"/, 'required'],
  [
    'a field of another type',
    'sendText',
    { user_id: 'u', text: 1 },
    /Field text is a string; here it is a number/,
    'required',
  ],
  ['a field left out', 'sendText', { user_id: 'u' }, /Field text is missing/, 'expected'],
  ['a field too many', 'sendText', { user_id: 'u', text: 't', x: 1 }, /has no field x/, 'expected'],
  ['no JSON', 'sendText', '{', /The body is not JSON/, 'required'],
  ['no body', 'sendText', '', /takes a body; this one is empty/, 'required'],
  ['an address that is none', 'setWebhook', { url: 'nowhere' }, /not an absolute http/, 'required'],
])('a request with %s is told which rule it breaks', async (_name, operation, body, text, level) => {
  const { bench, log } = await watched();
  await using _ = bench;
  await bench.call(operation, body);
  expect(requests(log)[0]?.breaches).toContainEqual({
    section: expect.stringMatching(/^\d/),
    level,
    text: expect.stringMatching(text),
  });
});

test('a good request breaks no rule; one that is taken all the same is told what others may refuse', async () => {
  const { bench, log } = await watched();
  await using _ = bench;
  await bench.call('sendText', { user_id: 'u', text: 't' });
  await bench.call('sendText', { user_id: 'u', text: 't' }, { headers: { 'content-type': 'text/plain' } });
  expect(requests(log).map(({ status, breaches }) => [status, breaches.length])).toEqual([
    [200, 0],
    [200, 1],
  ]);
});

test('a request that asks for the address, or takes it away, needs no body', async () => {
  const { bench, log } = await watched(undefined, await loadDialect('greeting'));
  await using _ = bench;
  await bench.call('setWebhook', { hook: { url: bench.address('a') } });
  await bench.call('setWebhook', undefined, { method: 'GET' });
  await bench.call('setWebhook', undefined, { method: 'DELETE' });
  expect(requests(log).map(({ status, breaches }) => [status, breaches])).toEqual(Array(3).fill([200, []]));
});

test('the log is bounded by number and by size', async () => {
  const { bench, log } = await watched({ entries: 5, bytes: 1_000_000 });
  await using _ = bench;
  for (let at = 0; at < 9; at += 1) await bench.call('sendText', { user_id: `u${at}`, text: 't' });
  expect(requests(log).at(-1)?.user).toBe('u8');
  expect(log.entries()).toHaveLength(5);

  const { bench: other, log: small } = await watched({ entries: 100, bytes: 8_000 });
  await using _other = other;
  for (let at = 0; at < 9; at += 1)
    await other.call('sendText', { user_id: `u${at}`, text: 'x'.repeat(1_000) });
  expect(small.entries().length).toBeLessThan(6);
});

test('a body that is long is kept by its beginning, with its size', async () => {
  const { bench, log } = await watched();
  await using _ = bench;
  await bench.call('sendText', { user_id: 'u', text: 'x'.repeat(100_000) });
  const [{ body } = { body: { text: '', size: 0 } }] = requests(log);
  expect(body.size).toBeGreaterThan(100_000);
  expect(body.text.length).toBe(16 * 1024);
});

test('a webhook that fails is told why in its line, and nothing that it says steers a terminal', async () => {
  const { bench, log } = await watched();
  await using _ = bench;
  await bench.call('setWebhook', { url: 'http://127.0.0.1:9/hook' });
  const failed = heard(log, (entry) => entry.kind === 'delivery' && entry.attempts.length === 1);
  await bench.call('sendText', { user_id: 'u\u001b[2J', text: 't' });
  const line = lineOf(await failed, 6) ?? '';
  expect(line).toMatch(/→ SelectDestination\s+failed/);
  expect(line).toMatch(/127\.0\.0\.1:9\/hook: .*; attempt 1 of 6, the next in 200 ms/);
  expect(line).not.toContain('\u001b');
});

test('attempts go on counting from those of an earlier service, and end at the limit', async () => {
  const { bench, log } = await watched();
  await using _ = bench;
  await bench.call('setWebhook', { url: bench.address('a') });
  await bench.call('sendText', { user_id: 'u', text: 'Hello' });
  await bench.until(1, () => true);
  const { context } = bench.service;
  const { point } = context.accounts.main;
  const [user] = point.users.values();
  const [slot] = point.slots.values();
  if (!user || !slot) throw new Error('nobody wrote');
  const event: ServiceEvent = {
    name: 'Closed',
    kind: 'routing',
    version: '1.0',
    user,
    point,
    id: 'e',
    at: 0,
    data: {},
  };
  const kept = keptPosting({ event, slot, due: 0, tried: 5 });
  const restored = restoredPosting(point, kept);
  if (!restored) throw new Error('no address');
  bench.statuses.push(500, 500);
  const over = heard(log, (entry) => entry.kind === 'delivery' && entry.state === 'given-up');
  context.deliveries.send(restored);
  expect(await over).toMatchObject({ event: 'Closed', attempts: [{ status: 500 }] });
});

test('what began first comes first: a request before the event that it causes, an action before its', async () => {
  const { bench, log } = await watched();
  await using _ = bench;
  await bench.call('sendText', { user_id: 'u', text: 'Hello' });
  const { body } = await bench.call('getDestinations');
  const [first] = body['destinations'] as { destination_id: string; destination_type: string }[];
  await bench.call('selectDestination', { user_id: 'u', ...first, name: 'U', attributes: {} });
  const key = bench.service.keys.main;
  await bench.operate('reply_text', { version: '1.0', key, user_id: 'u', text: 'Hi' });
  const entries = log.entries();
  expect(
    entries.map((entry) =>
      entry.kind === 'request'
        ? entry.operation
        : entry.kind === 'action'
          ? entry.action
          : `→ ${entry.event}`,
    ),
  ).toEqual([
    'sendText',
    '→ SelectDestination',
    'getDestinations',
    'selectDestination',
    expect.stringMatching(/^→ /),
    'reply_text',
    '→ TextMessage',
  ]);
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).sort((a, b) => a - b));
});

test('a reply whose delivery was given up is marked on the desk', async () => {
  const { bench, log } = await watched(LOG_BOUNDS, await loadDialect('flat'));
  await using _ = bench;
  const { context } = bench.service;
  const desk = makeDesk(context, log);
  await bench.call('setWebhook', { webhook_url: bench.address('a') });
  const { body } = await bench.call('getDestinations');
  const [first] = body['destinations'] as { destination_id: string; destination_type: string }[];
  const { destination_id = '', destination_type } = first ?? {};
  await bench.call('selectDestination', {
    user_id: 'u',
    destination_id,
    destination_type,
    name: 'U',
    attributes: {},
  });
  const reply = async (text: string, status: number): Promise<void> => {
    bench.statuses.push(status);
    const over = heard(log, (entry) => entry.kind === 'delivery' && entry.attempts.length === 1);
    const key = bench.service.keys.main;
    await bench.operate('reply_text', { version: '1.0', key, user_id: 'u', text });
    await over;
  };
  await reply('taken', 200);
  await reply('refused', 500);
  const key = desk.keyOf('main', 'u', '1.0') ?? '';
  const { messages = [] } = desk.conversation('main', key) ?? {};
  expect(messages.map(({ content, waits }) => [content, waits])).toEqual([
    ['taken', null],
    ['refused', 'given-up'],
  ]);
});

test('what employees do is told in the words of the buttons', async () => {
  const { bench, log } = await watched();
  await using _ = bench;
  const key = bench.service.keys.main;
  const [id = ''] = bench.service.context.accounts.main.point.destinations.keys();
  await bench.operate('set_presence', { version: '1.0', key, destination_id: id, online: false });
  await bench.operate('set_presence', { version: '1.0', key, destination_id: id, online: true });
  await bench.operate('advance_clock', { version: '1.0', key, seconds: 86_400 });
  await bench.operate('clear_webhook', { version: '1.0', key });
  expect(log.entries().map((entry) => [rowOf(entry).what, rowOf(entry).note])).toEqual([
    ['log out Sales', ''],
    ['log in Sales', ''],
    ['clock + 24 h', ''],
    ['remove the webhook address', ''],
  ]);
});
