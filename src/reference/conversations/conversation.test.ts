import { expect, test } from 'vitest';
import { type Bench, openBench } from '../../../test/support/service/reference-bench.js';
import { defaultDialect } from '../dialect/dialect.js';

const named =
  (name: string, user?: string) =>
  ({ body }: { body: Record<string, unknown> }) =>
    body['event'] === name && (user === undefined || body['user'] === user);

async function destinations(bench: Bench, key = bench.service.keys.main): Promise<string[]> {
  const { body } = await bench.call('getDestinations', undefined, { key });
  return (body['destinations'] as { destination_id: string }[]).map((each) => each.destination_id);
}

async function select(bench: Bench, user: string, id: string | undefined, version = '1.0') {
  const body = {
    user_id: user,
    destination_type: 'Department',
    destination_id: id,
    name: 'Ada',
    attributes: { a: 'b' },
  };
  return bench.call('selectDestination', body, { version });
}

const write = (bench: Bench, user: string, text: string, version = '1.0') =>
  bench.call('sendText', { user_id: user, text }, { version });

async function inbox(bench: Bench, user: string, destination?: string) {
  const { body } = await bench.operate('inbox', { user_id: user, destination_id: destination });
  return body['items'] as Record<string, unknown>[];
}

test.each([
  ['1.0', 3, []],
  ['1.2', 2, []],
  ['1.0', 1, ['close-keeps-selection']],
])('version %s asks for a destination %i times over two conversations %j', async (version, times, faults) => {
  await using bench = await openBench({ tls: false, faults });
  await bench.call('setWebhook', { url: bench.address('a') }, { version });
  const [id] = await destinations(bench);
  const early = faults.length > 0 ? ['one'] : ['one', 'two'];
  for (const text of early) await write(bench, 'u', text, version);
  await select(bench, 'u', id, version);
  await write(bench, 'u', 'three', version);
  await bench.operate('close', { user_id: 'u', version });
  await write(bench, 'u', 'four', version);
  // Events of one user come in order, so all that could come before the last one has come.
  await select(bench, 'u', id, version);
  await bench.operate('reply_text', { user_id: 'u', version, text: 'last' });
  await bench.until(1, named('TextMessage', 'u'));
  expect(bench.caught.filter(named('SelectDestination'))).toHaveLength(times);
});

test('messages wait for the selection, then reach that destination alone, in order and with the card', async () => {
  await using bench = await openBench({ tls: false });
  const [first, second] = await destinations(bench);
  await write(bench, 'u', '1');
  await bench.call('sendFile', {
    user_id: 'u',
    url: 'https://x.example/f',
    file_name: 'f',
    size: 3,
    comment: 'c',
  });
  expect(await inbox(bench, 'u')).toEqual([]);
  await select(bench, 'u', second);
  await write(bench, 'u', '3');
  const card = { name: 'Ada', attributes: { a: 'b' } };
  expect(await inbox(bench, 'u', second)).toMatchObject([
    { from: 'user', text: '1', card },
    { from: 'user', url: 'https://x.example/f', file_name: 'f', size: 3, comment: 'c' },
    { from: 'user', text: '3' },
  ]);
  expect(await inbox(bench, 'u', first)).toEqual([]);
  expect(await inbox(bench, 'U', second)).toEqual([]);
});

test('a new conversation shows the earlier ones, whoever had them', async () => {
  await using bench = await openBench({ tls: false });
  const [first, second] = await destinations(bench);
  await select(bench, 'u', first);
  await write(bench, 'u', 'before');
  await bench.operate('close', { user_id: 'u' });
  await select(bench, 'u', second);
  await write(bench, 'u', 'after');
  expect((await inbox(bench, 'u', second)).map(({ text }) => text)).toEqual(['before', 'after']);
  expect((await inbox(bench, 'u', first)).map(({ text }) => text)).toEqual(['before']);
});

test('logged-out employees get messages after login, and delivery is told only then', async () => {
  await using bench = await openBench({ tls: false });
  await bench.call('setWebhook', { url: bench.address('a') });
  const [id] = await destinations(bench);
  await bench.operate('set_presence', { destination_id: id, online: false });
  const { body } = await bench.call('getDestinations');
  expect(body['destinations']).toMatchObject([{ has_online: false }, { has_online: true }, {}]);
  await write(bench, 'u', 'waits');
  await select(bench, 'u', id);
  expect(await inbox(bench, 'u', id)).toEqual([]);
  expect(bench.caught.filter(named('MessageDelivered'))).toEqual([]);
  await bench.operate('set_presence', { destination_id: id, online: true });
  expect(await inbox(bench, 'u', id)).toMatchObject([{ text: 'waits' }]);
  await bench.until(1, named('MessageDelivered', 'u'));
});

test('refuses destinations of other contact points, and a reselection where the dialect does', async () => {
  const routing = { ...defaultDialect.routing, reselection: 'refused' as const };
  await using bench = await openBench({ tls: false, dialect: { ...defaultDialect, routing } });
  const [own] = await destinations(bench);
  const [foreign] = await destinations(bench, bench.service.keys.second);
  expect(await select(bench, 'u', foreign)).toMatchObject({ status: 400, body: { error: { code: 9 } } });
  expect(await select(bench, 'u', own)).toMatchObject({ status: 200 });
  expect(await select(bench, 'u', own)).toMatchObject({ status: 400, body: { error: { code: 9 } } });
});

test('employees act only in routed conversations, with the token', async () => {
  await using bench = await openBench({ tls: false });
  await write(bench, 'u', 'hello');
  expect(await bench.operate('reply_text', { user_id: 'u', text: 'x' })).toMatchObject({ status: 409 });
  expect(await bench.operate('close', { user_id: 'u' })).toMatchObject({ status: 409 });
  expect(await bench.operate('nothing', {})).toMatchObject({ status: 404 });
  const bare = await fetch(`${bench.service.operator.baseUrl}/inbox`, { method: 'POST', body: '{}' });
  expect(bare.status).toBe(401);
  const { baseUrl, token } = bench.service.operator;
  const query = new URLSearchParams({ version: '1.0', key: bench.service.keys.main, user_id: 'u' });
  const asked = await fetch(`${baseUrl}/inbox?${query}`, { headers: { authorization: `Bearer ${token}` } });
  expect(await asked.json()).toEqual({ ok: true, items: [] });
});

test('history and the current destination can be read', async () => {
  await using bench = await openBench({ tls: false });
  const [id] = await destinations(bench);
  await select(bench, 'u', id);
  await write(bench, 'u', 'hello');
  const read = (operation: string) => bench.call(operation, { user_id: 'u' }, { version: '1.2' });
  expect((await read('getHistory')).body).toMatchObject({
    success: true,
    messages: [{ text: 'hello', fromUser: true }],
  });
  expect((await read('getCurrentDestination')).body).toMatchObject({ success: true, current: { id } });
});
