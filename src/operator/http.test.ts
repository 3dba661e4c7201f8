import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpInbox, HttpOperatorSettings } from '../configuration/types.js';
import { createHttpOperator } from './http.js';

const WHO = { version: '1.0', key: 'k ey', user_id: 'a/ü ?', destination_id: '7' };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function drive(settings: Partial<HttpOperatorSettings>, timeoutMs?: number) {
  const operator = createHttpOperator(
    { kind: 'http', baseUrl: '', headers: {}, actions: {}, inbox: null, ...settings },
    timeoutMs === undefined ? {} : { timeoutMs },
  );
  onTestFinished(() => operator.close());
  return operator;
}

async function textOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString();
}

const CLOSE = { method: 'POST', path: '/close', headers: {} };
const INBOX: HttpInbox = {
  method: 'GET',
  path: '/inbox?user={user_id}&group={destination_id}',
  headers: {},
  items: '/talks/*/rows/*',
  from: '/by',
  fromUser: 'client',
  shown: { text: '/text', url: '/link', size: '/bytes', name: '/card/name' },
};

async function inboxOf(body: unknown, inbox: HttpInbox = INBOX) {
  const baseUrl = await serve((_, response) => response.end(JSON.stringify(body)));
  return drive({ baseUrl, inbox }).inbox(WHO);
}

test('fills path, headers and body, and keeps JSON types of lone placeholders', async () => {
  const seen: unknown[] = [];
  const baseUrl = await serve(async (request, response) => {
    seen.push(request.method, request.url, request.headers['authorization'], request.headers['x-version']);
    seen.push(request.headers['content-type'], JSON.parse(await textOf(request)));
    response.writeHead(204).end();
  });
  const operator = drive({
    baseUrl,
    headers: { authorization: 'Bearer t' },
    actions: {
      reply_file: {
        method: 'PUT',
        path: '/talks/{user_id}?key={key}',
        headers: { 'X-Version': '{version}' },
        body: { size: '{size}', line: 'size {size}', list: ['{online}'], as: { '{user_id}': 1 } },
      },
    },
  });
  expect(await operator.perform('reply_file', { ...WHO, size: 4096, online: true })).toEqual({ ok: true });
  expect(seen).toEqual([
    'PUT',
    '/talks/a%2F%C3%BC%20%3F?key=k%20ey',
    'Bearer t',
    '1.0',
    'application/json',
    { size: 4096, line: 'size 4096', list: [true], as: { 'a/ü ?': 1 } },
  ]);
});

test('an action without a body template sends none', async () => {
  let length: string | undefined = 'unasked';
  const baseUrl = await serve((request, response) => {
    length = request.headers['content-type'];
    response.end();
  });
  await drive({ baseUrl, actions: { close: CLOSE } }).perform('close', WHO);
  expect(length).toBeUndefined();
});

test('names what it can do and show', async () => {
  const operator = drive({ actions: { close: CLOSE }, inbox: INBOX });
  expect(['close', 'inbox', 'reply_text', 'toString'].map((action) => operator.supports(action))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(operator.shows).toEqual(['text', 'url', 'size', 'name', 'user_id', 'destination_id']);
  expect(await operator.perform('toString', WHO)).toMatchObject({ ok: false, kind: 'unsupported' });
  expect(await drive({}).inbox(WHO)).toMatchObject({ ok: false, kind: 'unsupported' });
});

test('a placeholder that is no parameter is a mistake of the driver, told by name', async () => {
  const operator = drive({ baseUrl: 'http://127.0.0.1:9', actions: { close: { ...CLOSE, path: '/{usr}' } } });
  const result = await operator.perform('close', WHO);
  expect(result).toMatchObject({ kind: 'driver', text: expect.stringContaining('{usr}') });
});

test('what the interface turns away for its rate limit is asked again, and so is what it can do only later', async () => {
  const statuses: [number, Record<string, string>][] = [
    [429, { 'retry-after': '0' }],
    [503, { 'retry-after': '0' }],
    [200, {}],
  ];
  let asked = 0;
  const baseUrl = await serve((_, response) => {
    response.writeHead(...(statuses[asked++] ?? [200, {}])).end('later');
  });
  expect(await drive({ baseUrl, actions: { close: CLOSE } }).perform('close', WHO)).toEqual({ ok: true });
  expect(asked).toBe(3);
});

test('a rate limit that waiting does not help is a failed action, and 503 without a pause is one at once', async () => {
  let asked = 0;
  const answer = (status: number, headers: Record<string, string>) =>
    serve((_, response) => {
      asked += 1;
      response.writeHead(status, headers).end();
    });
  const limited = drive(
    { baseUrl: await answer(429, { 'retry-after': '1' }), actions: { close: CLOSE } },
    500,
  );
  expect(await limited.perform('close', WHO)).toMatchObject({ kind: 'failed', text: 'status 429' });
  expect(asked).toBe(1);
  const down = drive({ baseUrl: await answer(503, {}), actions: { close: CLOSE } });
  expect(await down.perform('close', WHO)).toMatchObject({ kind: 'failed', text: 'status 503' });
  expect(asked).toBe(2);
});

test('another status is a failed action, with a bounded excerpt that steers no terminal', async () => {
  const baseUrl = await serve((_, response) =>
    response.writeHead(409).end(`no\u001b[31m talk\r\n${'x'.repeat(100_000)}`),
  );
  const result = await drive({ baseUrl, actions: { close: CLOSE } }).perform('close', WHO);
  expect(result).toMatchObject({
    ok: false,
    kind: 'failed',
    text: expect.stringMatching(/^status 409: no \[31m talk x+…$/),
  });
  expect((result as { text: string }).text.length).toBeLessThan(230);
});

test('an inbox that is not found is empty, once another one could be read', async () => {
  const answers: [status: number, body: string][] = [
    [404, 'no such page'],
    [200, 'no JSON'],
    [404, 'no such page'],
    [200, '{"talks":[]}'],
    [404, 'no such client'],
    [500, 'down'],
  ];
  const baseUrl = await serve((_, response) => {
    const [status, body] = answers.shift() ?? [500, ''];
    response.writeHead(status).end(body);
  });
  const operator = drive({ baseUrl, inbox: INBOX });
  const results = [];
  while (answers.length > 0) results.push(await operator.inbox(WHO));
  expect(results.map((result) => (result.ok ? result.items : result.kind))).toEqual([
    'failed',
    'driver',
    'failed',
    [],
    [],
    'failed',
  ]);
});

test.each([
  ['inbox', 3],
  ['set_presence', 3],
  ['close', 1],
])('a connection that breaks without a response: %s is asked for %i times', async (name, times) => {
  let asked = 0;
  const baseUrl = await serve((request) => {
    asked += 1;
    request.socket.destroy();
  });
  const operator = drive({ baseUrl, actions: { set_presence: CLOSE, close: CLOSE }, inbox: INBOX });
  const result = await (name === 'inbox' ? operator.inbox(WHO) : operator.perform(name, WHO));
  expect(result).toMatchObject({ ok: false, kind: 'driver', text: expect.stringContaining('ECONNRESET') });
  expect(asked).toBe(times);
});

test('an action that is not implemented is not supported, and asked for once', async () => {
  let asked = 0;
  const baseUrl = await serve((_, response) => {
    asked += 1;
    response.writeHead(501).end('later');
  });
  const operator = drive({ baseUrl, actions: { close: CLOSE }, inbox: INBOX });
  expect(operator.supports('close')).toBe(true);
  const lacks = {
    ok: false,
    kind: 'unsupported',
    text: 'the driver answered "close" with status 501: later',
  };
  expect(await operator.perform('close', WHO)).toEqual(lacks);
  expect(await operator.perform('close', WHO)).toEqual(lacks);
  expect(await operator.inbox(WHO)).toMatchObject({ kind: 'unsupported' });
  expect(['close', 'inbox'].map((action) => operator.supports(action))).toEqual([false, false]);
  expect(operator.whyNot?.('close')?.text).toContain('with status 501: later');
  expect(asked).toBe(2);
});

test('no redirect is followed', async () => {
  let asked = 0;
  const baseUrl = await serve((_, response) => {
    asked += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect(await drive({ baseUrl, actions: { close: CLOSE } }).perform('close', WHO)).toMatchObject({
    kind: 'failed',
  });
  expect(asked).toBe(1);
});

test('an unreachable interface is a fault of the driver, and the key is not told', async () => {
  const baseUrl = await serve((request) => request.socket.destroy());
  const operator = drive({ baseUrl, actions: { close: { ...CLOSE, path: '/close?key={key}' } } });
  const result = await operator.perform('close', { ...WHO, key: 'secret' });
  expect(result).toMatchObject({ kind: 'driver', text: expect.stringContaining(baseUrl) });
  expect(JSON.stringify(result)).not.toContain('secret');
});

test("time in line for a connection is not the driver's", async () => {
  const baseUrl = await serve((_, response) => void setTimeout(() => response.end(), 50));
  const operator = drive({ baseUrl, actions: { close: CLOSE } }, 500);
  const results = await Promise.all(Array.from({ length: 240 }, () => operator.perform('close', WHO)));
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
});

test('no response in time, a dripping one and an endless one are faults of the driver', async () => {
  const baseUrl = await serve((request, response) => {
    if (request.url === '/drip') response.write('{');
    if (request.url !== '/flood') return;
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 32)));
    };
    response.on('drain', more);
    more();
  });
  const at = (path: string, timeoutMs: number) =>
    drive({ baseUrl, actions: { close: { ...CLOSE, path } } }, timeoutMs).perform('close', WHO);
  expect(await at('/silence', 100)).toMatchObject({
    kind: 'driver',
    text: expect.stringContaining('within 100 ms'),
  });
  expect(await at('/drip', 100)).toMatchObject({
    kind: 'driver',
    text: expect.stringContaining('within 100 ms'),
  });
  expect(await at('/flood', 10_000)).toMatchObject({
    kind: 'driver',
    text: expect.stringContaining('more than'),
  });
});

test('rows are found through arrays, and names in a row or around it, nearest first', async () => {
  const result = await inboxOf({
    card: { name: 'far' },
    talks: [
      {
        card: { name: 'near' },
        rows: [
          { by: 'client', text: 'one' },
          { by: 'staff', text: 'two', card: { name: 'own' } },
        ],
      },
      { rows: [] },
      { rows: [{ by: 'client', link: 'l', bytes: 3 }] },
    ],
  });
  expect(result).toEqual({
    ok: true,
    items: [
      { fromUser: true, shown: { text: 'one', name: 'near' } },
      { fromUser: false, shown: { text: 'two', name: 'own' } },
      { fromUser: true, shown: { url: 'l', size: 3, name: 'far' } },
    ],
  });
});

test('a row of another destination is left out where the inbox shows destinations', async () => {
  const rows = [
    { by: 'client', text: 'ours', group: 7 },
    { by: 'client', text: 'theirs', group: '8' },
    { by: 'client', text: "nobody's" },
  ];
  const result = await inboxOf(
    { talks: [{ rows }] },
    { ...INBOX, shown: { text: '/text', destination_id: '/group' } },
  );
  expect(result).toMatchObject({ ok: true, items: [{ shown: { text: 'ours' } }] });
  expect((result as { items: unknown[] }).items).toHaveLength(1);
});

test('an inbox none of whose rows has what its destination is pointed at is a fault of the driver, not an empty one', async () => {
  const inbox = { ...INBOX, shown: { text: '/text', destination_id: '/grp' } };
  const rows = [{ by: 'client', text: 'ours', group: 7 }];
  expect(await inboxOf({ talks: [{ rows }] }, inbox)).toEqual({
    ok: false,
    kind: 'driver',
    text: '"destination_id: /grp" leads nowhere in any row of the response',
  });
  expect(await inboxOf({ talks: [{ rows, grp: null }] }, inbox)).toEqual({ ok: true, items: [] });
  expect(await inboxOf({ talks: [{ rows: [] }] }, inbox)).toEqual({ ok: true, items: [] });
});

test('an empty inbox is empty, one that is misread is a fault of the driver', async () => {
  expect(await inboxOf({ talks: [] })).toEqual({ ok: true, items: [] });
  expect(await inboxOf({ talks: [{ rows: null }] })).toEqual({ ok: true, items: [] });
  expect(await inboxOf({ talk: [] })).toMatchObject({
    kind: 'driver',
    text: expect.stringContaining('"talks"'),
  });
  expect(await inboxOf({ talks: [{ rows: [{ text: 'x' }] }] })).toMatchObject({
    kind: 'driver',
    text: expect.stringContaining('/by'),
  });
  const baseUrl = await serve((_, response) => response.end('<html>'));
  expect(await drive({ baseUrl, inbox: INBOX }).inbox(WHO)).toMatchObject({
    kind: 'driver',
    text: 'the response is not JSON',
  });
});

test("with nothing said of who wrote, every row is the user's", async () => {
  const result = await inboxOf([{ text: 'x' }], { ...INBOX, items: '', from: null, fromUser: null });
  expect(result).toEqual({ ok: true, items: [{ fromUser: true, shown: { text: 'x' } }] });
});

test('an interface that dawdles on a kept connection, with its head or its body, is asked once and then late', async () => {
  let asked = 0;
  const baseUrl = await serve((request, response) => {
    asked += 1;
    if (request.url === '/body') response.writeHead(200, { 'content-length': 10 }).write('half');
    else if (request.url !== '/head') response.end();
  });
  const actions = Object.fromEntries(
    ['close', 'head', 'body'].map((name) => [name, { ...CLOSE, path: `/${name}` }]),
  );
  const operator = drive({ baseUrl, actions }, 200);
  const late = {
    ok: false,
    kind: 'driver',
    text: `the interface at ${baseUrl} did not answer within 200 ms`,
  };
  for (const name of ['head', 'body']) {
    expect(await operator.perform('close', WHO)).toEqual({ ok: true });
    expect(await operator.perform(name, WHO)).toEqual(late);
  }
  expect(asked).toBe(4);
});
