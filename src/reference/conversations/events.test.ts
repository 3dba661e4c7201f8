import { expect, test } from 'vitest';
import { type Bench, openBench } from '../../../test/support/service/reference-bench.js';
import { HOUR_MS } from '../../duration.js';
import { defaultDialect } from '../dialect/dialect.js';

async function route(bench: Bench, user = 'u'): Promise<void> {
  const { body } = await bench.call('getDestinations');
  const [{ destination_id } = { destination_id: '' }] = body['destinations'] as { destination_id: string }[];
  await bench.call('selectDestination', {
    user_id: user,
    destination_type: 'Department',
    destination_id,
    name: 'Ada',
    attributes: {},
  });
}

const reply = (bench: Bench, text: string) => bench.operate('reply_text', { user_id: 'u', text });
const texts = ({ caught }: Bench) =>
  caught.flatMap(({ body }) => (body['data'] as { text?: string })?.text ?? []);

test('replies without an address are sent to the next one, unless older than a day', async () => {
  await using bench = await openBench({ tls: false });
  await route(bench);
  await reply(bench, 'old');
  await bench.operate('advance_clock', { seconds: 90_000 });
  await reply(bench, 'young');
  await bench.call('setWebhook', { url: bench.address('a') });
  await reply(bench, 'now');
  await bench.until(2, () => true);
  expect(texts(bench)).toEqual(['young', 'now']);
});

test('the clock moves the timestamps of responses too', async () => {
  await using bench = await openBench({ tls: false });
  await bench.operate('advance_clock', { seconds: 3600 });
  const { body } = await bench.call('sendText', { user_id: 'u', text: 't' });
  expect(Math.abs(Number(body['timestamp']) - Date.now() - HOUR_MS)).toBeLessThan(100_000);
});

test('one clock ages what is kept at every contact point', async () => {
  await using bench = await openBench({ tls: false });
  await route(bench);
  await reply(bench, 'old');
  await bench.operate('advance_clock', { seconds: 90_000, key: bench.service.keys.second });
  await reply(bench, 'young');
  await bench.call('setWebhook', { url: bench.address('a') });
  await bench.until(1, () => true);
  expect(texts(bench)).toEqual(['young']);
});

test('failed postings are repeated, in order, to the address set last', async () => {
  await using bench = await openBench({ tls: false });
  await route(bench);
  await bench.call('setWebhook', { url: bench.address('old') });
  bench.statuses.push(500, 302);
  await reply(bench, 'one');
  await reply(bench, 'two');
  await bench.until(1, () => true);
  await bench.call('setWebhook', { url: bench.address('new') });
  await bench.until(4, () => true);
  expect(texts(bench)).toEqual(['one', 'one', 'one', 'two']);
  expect(bench.caught.map(({ path }) => path)).toEqual(['/old', '/new', '/new', '/new']);
});

test('an empty address clears it, and so does the operator', async () => {
  await using bench = await openBench({ tls: false });
  await route(bench);
  await bench.call('setWebhook', { url: bench.address('a') });
  await bench.call('setWebhook', { url: '' });
  await reply(bench, 'kept');
  await bench.call('setWebhook', { url: bench.address('b') });
  await bench.operate('clear_webhook', {});
  await reply(bench, 'kept too');
  await bench.call('setWebhook', { url: bench.address('c') });
  await bench.until(2, () => true);
  expect(texts(bench)).toEqual(['kept', 'kept too']);
});

test('the dialect shapes events', async () => {
  await using bench = await openBench({
    tls: false,
    dialect: {
      ...defaultDialect,
      event: {
        ...defaultDialect.event,
        template: { batch: [{ '{event}': { who: '{user}', what: '{data}' } }] },
        headers: { 'x-kind': '{event}' },
        copies: 2,
      },
    },
  });
  await route(bench);
  await bench.call('setWebhook', { url: bench.address('a') });
  await reply(bench, 'hi');
  const [first, second] = await bench.until(2, () => true);
  expect(first?.body).toEqual({ batch: [{ TextMessage: { who: 'u', what: { text: 'hi' } } }] });
  expect(second).toEqual(first);
});

test('faults of events show', async () => {
  await using bench = await openBench({ tls: false, faults: ['event-not-json', 'event-by-put'] });
  await route(bench);
  await bench.call('setWebhook', { url: bench.address('a') });
  await reply(bench, 'hi');
  const [caught] = await bench.until(1, () => true);
  expect(caught).toMatchObject({ method: 'PUT', type: 'application/x-www-form-urlencoded' });
  await expect(openBench({ faults: ['no-such-fault'] })).rejects.toThrow('no-such-fault');
});
