import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { defaultDialect } from '../../src/reference/dialect/dialect.js';
import { openBench } from '../support/service/reference-bench.js';

const text = { user_id: 'u', text: 't' };
const refused = (status: number, code: number, message: unknown = expect.any(String)) => ({
  status,
  body: { success: false, error: { code, message } },
});

test('lists destinations that differ between contact points, with the fields of the version', async () => {
  await using bench = await openBench();
  const { body: main } = await bench.call('getDestinations', undefined, { version: '1.2' });
  const { body: second } = await bench.call('getDestinations', undefined, { key: bench.service.keys.second });
  expect(main).toMatchObject({
    success: true,
    destinations: [{ destination_type: 'Department', is_available: true }, {}, {}],
  });
  const ids = [main, second].map(
    ({ destinations }) => (destinations as { destination_id: string }[])[0]?.destination_id,
  );
  expect(new Set(ids).size).toBe(2);
  expect((second['destinations'] as object[])[0]).not.toHaveProperty('is_available');
});

test('answers each fault with its row of the error table', async () => {
  await using bench = await openBench();
  const { call } = bench;
  expect(await call('sendText', text, { key: null })).toEqual(
    refused(400, 1, 'Authentication key is not specified'),
  );
  expect(await call('sendText', text, { key: 'other' })).toEqual(refused(401, 2));
  expect(await call('sendText', '')).toEqual(refused(400, 3));
  expect(await call('sendText', '{"a":1,}')).toEqual(refused(400, 4));
  expect(await call('sendText', new Uint8Array([0x22, 0xff, 0x22]))).toEqual(refused(400, 4));
  expect(await call('sendText', '[]')).toEqual(refused(400, 9));
  expect(await call('setWebhook', { url: 'no $& url' })).toMatchObject(
    refused(400, 5, expect.stringContaining('URL [no $& url] is not valid: ')),
  );
  expect(await call('sendText', text, { method: 'PUT' })).toEqual(
    refused(404, 6, 'Unsupported HTTP request PUT /1.0/sendText'),
  );
  expect(await call('sendText', text, { version: '0.0' })).toEqual(
    refused(404, 6, 'Unsupported HTTP request POST /0.0/sendText'),
  );
  expect(await call('toString', text)).toEqual(refused(404, 6));
  expect(await call('sendText', { user_id: 'u', text: 1 })).toEqual(
    refused(400, 9, 'Invalid data: field text must be a string'),
  );
  expect(await call('sendText', `{"user_id":"u","text":"${'x'.repeat(1024 * 1024)}"}`)).toEqual(
    refused(400, 9),
  );
});

test('refuses what an account lacks, by version, and only that account', async () => {
  await using bench = await openBench();
  const { key, operations } = bench.service.keys.restricted;
  expect(operations['1.0']).toContain('sendFile');
  expect(operations['1.0']).not.toContain('getHistory');
  expect(operations['1.2']).toContain('getHistory');
  for (const [version, names] of Object.entries(operations)) {
    for (const name of names) expect(await bench.call(name, text, { key, version })).toEqual(refused(403, 8));
  }
  expect(await bench.call('sendText', text)).toMatchObject({ status: 200 });
});

test('an unexpected failure is the internal row', async () => {
  await using bench = await openBench({
    dialect: { ...defaultDialect, request: { ...defaultDialect.request, checks: ['route'] } },
  });
  expect(await bench.call('sendText', text)).toEqual(refused(500, 7, 'Internal server error'));
});

test('a key named like a property of objects changes nothing', async () => {
  await using bench = await openBench();
  const body = '{"user_id":"__proto__","text":"t","__proto__":{"success":1}}';
  expect(await bench.call('sendText', body)).toMatchObject({ status: 200, body: { success: true } });
});

test('the dialect shapes errors and bodies', async () => {
  await using bench = await openBench({
    tls: false,
    dialect: {
      ...defaultDialect,
      error: { template: { errors: [{ no: '{code}', why: '{message}' }] }, codeAs: 'digits' },
      address: { ...defaultDialect.address, path: ['hook', 'target'] },
      request: {
        ...defaultDialect.request,
        unknownFields: 'refused',
        requiredFields: 'few',
        chunkedBodies: 'refused',
      },
    },
  });
  expect((await bench.call('nothing')).body).toEqual({
    success: false,
    errors: [{ no: '6', why: 'Unsupported HTTP request POST /1.0/nothing' }],
  });
  expect(await bench.call('setWebhook', { hook: { target: bench.address('a') } })).toMatchObject({
    status: 200,
  });
  expect(await bench.call('sendFile', { user_id: 'u', url: 'https://x.example' })).toMatchObject({
    status: 200,
  });
  expect(await bench.call('sendText', { ...text, more: 1 })).toMatchObject({ status: 400 });
});

test('no success over plain HTTP on the TLS port, unless that is the fault', async () => {
  await using good = await openBench();
  await using faulty = await openBench({ faults: ['plain-http-served'] });
  const plain = ({ baseUrl, keys }: typeof good.service) =>
    request(`${baseUrl.replace('https', 'http')}/1.0/getDestinations?key=${keys.main}`, { method: 'POST' });
  await expect(plain(good.service)).rejects.toThrow();
  expect((await plain(faulty.service)).statusCode).toBe(200);
  expect((await faulty.call('getDestinations')).status).toBe(200);
});

test.each([
  ['no HTTP at all', 'nonsense\r\n\r\n', '"code":9'],
  ['CONNECT', 'CONNECT host:1 HTTP/1.1\r\nHost: a\r\n\r\n', '"code":6'],
  ['no Host', 'GET /a HTTP/1.1\r\nConnection: close\r\n\r\n', '"code":6'],
  ['a long header', `GET /a HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, '"code":9'],
])('%s is answered from the error table too', async (_title, bytes, code) => {
  await using bench = await openBench({ tls: false });
  const socket = connect(Number(new URL(bench.service.baseUrl).port), '127.0.0.1');
  let response = '';
  socket.setEncoding('utf8').on('data', (text) => {
    response += text;
  });
  socket.write(bytes);
  await once(socket, 'close');
  expect(response).toContain(code);
});
