import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { type Catcher, CatcherError, type CatcherOptions, startCatcher } from './catcher.js';

/** Longer than the slowest machine takes for anything here. */
const LONG_MS = 120_000;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function catcher(options: Partial<CatcherOptions> = {}): Promise<Catcher> {
  const started = await startCatcher({ host: '127.0.0.1', port: 0, ...options });
  ends.push(() => started.close());
  return started;
}

async function dial(to: Catcher): Promise<Socket> {
  const socket = connect(Number(new URL(to.localUrl).port), '127.0.0.1');
  socket.on('error', () => {});
  ends.push(async () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes and returns the first bytes of the response; empty when the connection was closed without one. */
async function say(to: Catcher, bytes: string): Promise<string> {
  const socket = await dial(to);
  socket.write(bytes);
  return Promise.race([
    once(socket, 'data').then(([data]) => String(data)),
    once(socket, 'close').then(() => ''),
  ]);
}

const post = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers }).then((response) => response.status);

test('each label is an address of its own, behind a token', async () => {
  const caught = await catcher();
  const [a, b] = [caught.address('1.0/main'), caught.address('1.2/main')];
  expect(a).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/1\.0\/main$/);
  expect(caught.address('1.0/main')).toBe(a);
  expect(await post(`${a}?trace=1`, '{"x":1}')).toBe(200);
  expect(await post(b, 'y')).toBe(200);
  expect(
    caught.deliveries.map(({ id, address, method, body, size }) => [id, address, method, String(body), size]),
  ).toEqual([
    [1, '1.0/main', 'POST', '{"x":1}', 7],
    [2, '1.2/main', 'POST', 'y', 1],
  ]);
  expect((await catcher()).address('1.0/main').split('/')[3]).not.toBe(a.split('/')[3]);
});

test('the public URL leads to the catcher, whether the proxy keeps its path or not', async () => {
  const caught = await catcher({ publicUrl: 'https://hooks.example/in/' });
  const path = caught.address('a').slice('https://hooks.example'.length);
  expect(path).toMatch(/^\/in\/[0-9a-f]{32}\/a$/);
  expect(await say(caught, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  expect(await say(caught, `GET ${path.slice(3)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  expect(caught.deliveries).toHaveLength(2);
});

test('a request target may have the absolute form', async () => {
  const caught = await catcher({ publicUrl: 'https://hooks.example/in' });
  const address = caught.address('a/b?x=1');
  for (const target of [address, address.replace('https', 'HTTP'), address.replace('/in/', '/')])
    expect(await say(caught, `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  expect(await say(caught, 'GET https://hooks.example/ HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/ 404 /);
  expect(caught.deliveries.map(({ address, calledWith }) => [address, calledWith])).toEqual(
    Array.from({ length: 3 }, () => ['a/b?x=1', undefined]),
  );
});

test('all else is an empty 404 and counted', async () => {
  const caught = await catcher();
  const address = caught.address('a');
  for (const url of [
    caught.url,
    `${address}/`,
    `${address}b`,
    address.replace(/\/[^/]+\/a$/, '/forged/a'),
    `${caught.url}/%zz`,
  ]) {
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(100_000) });
    expect([response.status, await response.text()]).toEqual([404, '']);
  }
  expect(caught.counters).toEqual({ ignored: 5, dropped: 0, droppedOwn: 0 });
  expect(caught.deliveries).toEqual([]);
});

test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'QUERY'])(
  '%s is kept',
  async (method) => {
    const caught = await catcher();
    const path = new URL(caught.address('a')).pathname;
    expect(await say(caught, `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 200 OK\r\n/,
    );
    expect(caught.deliveries).toMatchObject([{ method, size: 0 }]);
  },
);

test.each([
  ['a type that nobody knows', 'Content-Type: ;;/', 'abc'],
  ['JSON that is none', 'Content-Type: application/json', '{"a'],
  ['bytes of no text', 'Content-Encoding: gzip', '\x00\xff'],
  ['an upgrade', 'Connection: Upgrade\r\nUpgrade: websocket', 'ab'],
  ['an odd expectation', 'Expect: the-unexpected', 'ab'],
])('%s is kept as it is', async (_name, header, body) => {
  const caught = await catcher();
  const path = new URL(caught.address('a')).pathname;
  const socket = await dial(caught);
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(Buffer.from(head + body, 'latin1'));
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(Buffer.from(caught.deliveries[0]?.body ?? []).toString('latin1')).toBe(body);
  expect(caught.deliveries[0]?.headers.map((pair) => pair.join(': ')).join('\r\n')).toContain(header);
});

test('a client that asks before it sends is told to go on', async () => {
  const caught = await catcher();
  const path = new URL(caught.address('a')).pathname;
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`;
  expect(await say(caught, head)).toMatch(/^HTTP\/1.1 100 Continue/);
});

test('CONNECT and bytes that are not HTTP end the connection and are counted', async () => {
  const caught = await catcher();
  expect(await say(caught, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('');
  expect(await say(caught, '\x16\x03\x01 hello\r\n\r\n')).toBe('');
  expect(await say(caught, `GET / HTTP/1.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`)).toBe('');
  expect(caught.counters.ignored).toBe(3);
});

test('a body of 100 MiB is counted, and its beginning kept', async () => {
  const caught = await catcher();
  const mib = Buffer.alloc(1024 * 1024, 'x');
  const stream = new ReadableStream({
    start: () => {},
    pull(controller) {
      if (sent++ < 100) controller.enqueue(mib);
      else controller.close();
    },
  });
  let sent = 0;
  const before = process.memoryUsage.rss();
  const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit;
  expect((await fetch(caught.address('a'), init)).status).toBe(200);
  const [delivery] = caught.deliveries;
  expect([delivery?.size, delivery?.body.length]).toEqual([100 * 1024 * 1024, 4 * 1024 * 1024]);
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1024 * 1024);
});

test('a delivery whose connection breaks is kept, and marked', async () => {
  const caught = await catcher();
  const path = new URL(caught.address('a')).pathname;
  const socket = await dial(caught);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc`, () => socket.end());
  const delivery = await caught.waitFor(() => true, 5000);
  expect(delivery).toMatchObject({ size: 3, cut: true });
});

test("one user's deliveries can be refused for a while, and are kept all the same", async () => {
  const caught = await catcher();
  const a = caught.address('a');
  caught.refuseNext('u-1', 2);
  const statuses = [];
  for (const text of ['to u-1', 'to u-2', 'u-1 again', 'u-1 once more']) statuses.push(await post(a, text));
  expect(statuses).toEqual([500, 200, 500, 200]);
  expect(caught.deliveries.map(({ refused = false }) => refused)).toEqual([true, false, true, false]);
  caught.refuseNext('u-2', 5);
  caught.refuseNext('u-2', 0);
  expect(await post(a, 'u-2')).toBe(200);
});

test('hanging up closes the connections on which no delivery is under way, and no other', async () => {
  const caught = await catcher();
  const head = `POST ${new URL(caught.address('a')).pathname} HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n`;
  const [idle, busy] = [await dial(caught), await dial(caught)];
  idle.write(`${head}done`);
  await once(idle, 'data');
  busy.write(`${head}ha`);
  // Answered once the catcher has read what came before.
  expect(await say(caught, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 404 /);
  caught.hangUp();
  await once(idle, 'close');
  busy.write('lf');
  expect(String((await once(busy, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
  expect(caught.deliveries.map(({ body }) => Buffer.from(body).toString())).toEqual(
    expect.arrayContaining(['done', 'half']),
  );
});

test('at an unreachable address nobody answers, and nothing is recorded', async () => {
  const direct = await catcher();
  const nobody = await direct.unreachableAddress();
  await expect(post(nobody, 'lost')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  const proxied = await catcher({ publicUrl: 'https://hooks.example' });
  const { pathname } = new URL(await proxied.unreachableAddress());
  expect(await say(proxied, `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nlost`)).toBe(
    '',
  );
  expect([direct.deliveries, proxied.deliveries]).toEqual([[], []]);
});

test('waiting finds the past, wakes on the future, and ends in time, on abort and on close', async () => {
  const caught = await catcher();
  const address = caught.address('a');
  await post(address, 'past');
  const holds = (text: string) => (delivery: { body: Uint8Array }) =>
    Buffer.from(delivery.body).toString() === text;
  expect(await caught.waitFor(holds('past'), 0)).toMatchObject({ id: 1 });
  const future = caught.waitFor(holds('future'), 10_000);
  const controller = new AbortController();
  const aborted = caught.waitFor(holds('never'), 10_000, controller.signal);
  const late = caught.waitFor(holds('never'), 20);
  const closed = caught.waitFor(holds('never'), 10_000);
  const broken = caught
    .waitFor(() => {
      throw new Error('a fault in the match');
    }, 10_000)
    .catch((error: Error) => error.message);
  await post(address, 'future');
  expect(await future).toMatchObject({ id: 2 });
  controller.abort();
  expect(await aborted).toBeNull();
  expect(await late).toBeNull();
  expect(await broken).toBe('a fault in the match');
  await caught.close();
  expect(await closed).toBeNull();
});

test('a port in use is told by its code', async () => {
  const caught = await catcher();
  const port = Number(new URL(caught.url).port);
  const second = startCatcher({ host: '127.0.0.1', port });
  await expect(second).rejects.toBeInstanceOf(CatcherError);
  await expect(second).rejects.toMatchObject({ code: 'port-in-use' });
  await expect(startCatcher({ host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
    code: 'address-unusable',
  });
});

test('strangers that dawdle cannot keep the target out', async () => {
  const caught = await catcher();
  const address = caught.address('a');
  const path = new URL(address).pathname;
  // The target's own slow delivery, older than all the strangers.
  const slow = await dial(caught);
  slow.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nsl`);
  // Answered: so its predecessor on the wire has been read, too.
  expect(await post(address, 'first')).toBe(200);
  const strangers = await Promise.all(Array.from({ length: 700 }, () => dial(caught)));
  for (const stranger of strangers) stranger.write('POST / HTTP/1.1\r\nX-Slow: ');
  expect(await post(address, 'quick')).toBe(200);
  slow.write('ow');
  expect(await caught.waitFor(({ body }) => Buffer.from(body).toString() === 'slow', 5000)).not.toBeNull();
});

test('a target that keeps a connection for each of its users is not kept out: the one that has rested longest goes', async () => {
  const caught = await catcher();
  const path = new URL(caught.address('a')).pathname;
  const deliver = async (socket: Socket, body: string): Promise<string> => {
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    return String((await once(socket, 'data'))[0]);
  };
  const own: Socket[] = [];
  for (let user = 0; user < 500; user += 1) {
    const socket = await dial(caught);
    own.push(socket);
    await deliver(socket, `user ${user}`);
  }
  const [first, second] = own as [Socket, Socket];
  await deliver(first, 'again');
  const closed = once(second, 'close');
  expect(await deliver(await dial(caught), 'one more')).toMatch(/^HTTP\/1.1 200 /);
  await closed;
  expect(await deliver(first, 'still there')).toMatch(/^HTTP\/1.1 200 /);
  expect(caught.deliveries).toHaveLength(503);
});

test('a head that never ends is cut off', async () => {
  const caught = await catcher();
  const start = performance.now();
  expect(await say(caught, 'POST / HTTP/1.1\r\nX-Slow: ')).toBe('');
  expect(performance.now() - start).toBeLessThan(20_000);
});

test(
  'a flood is bounded and costs the run none of its own events',
  async () => {
    const own = (body: Uint8Array) => Buffer.from(body).includes('own-');
    const caught = await catcher({
      keepDeliveries: { own: 1000, other: 1000 },
      interesting: ({ body }) => own(body),
    });
    const path = new URL(caught.address('a')).pathname;
    const request = (body: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const filler = JSON.stringify({ text: 'x'.repeat(300) });
    const waiters = Array.from({ length: 200 }, (_, at) =>
      caught.waitFor(({ body }) => own(body) && Buffer.from(body).toString() === `own-${at}`, LONG_MS),
    );
    await Promise.all(
      Array.from({ length: 20 }, async (_, sender) => {
        const socket = await dial(caught);
        let responses = 0;
        let seen = '';
        const answered = new Promise<void>((resolve) => {
          socket.on('data', (data) => {
            const parts = (seen + data).split('HTTP/1.1 200 OK');
            responses += parts.length - 1;
            seen = (parts.at(-1) ?? '').slice(-20);
            if (responses === 1010) resolve();
          });
        });
        for (let round = 0; round < 10; round++) {
          socket.write(request(filler).repeat(100) + request(`own-${sender * 10 + round}`));
        }
        await answered;
      }),
    );
    expect(await Promise.all(waiters)).not.toContain(null);
    expect(caught.deliveries.filter(({ body }) => own(body))).toHaveLength(200);
    expect(caught.deliveries).toHaveLength(1200);
    expect(caught.counters).toEqual({ ignored: 0, dropped: 19_000, droppedOwn: 0 });
  },
  LONG_MS,
);

test('lost evidence is told: own events beyond all limits', async () => {
  const caught = await catcher({ keepDeliveries: { own: 2, other: 2 } });
  for (const body of ['1', '2', '3']) await post(caught.address('a'), body);
  expect(caught.deliveries).toHaveLength(2);
  expect(caught.counters).toEqual({ ignored: 0, dropped: 1, droppedOwn: 1 });
  expect(caught.lost).toBe(1);
  caught.forget();
  expect([caught.lost, caught.counters.droppedOwn]).toEqual([0, 1]);
});

test('own events that spell the user in escapes are kept apart from those of others, and can be refused', async () => {
  const caught = await catcher({ keepDeliveries: { own: 2, other: 1 } });
  caught.recognize('u-0af3');
  const own = '{"user":"\\u0075\\u002d\\u0030\\u0061\\u0066\\u0033-1"}';
  caught.refuseNext('u-0af3-1', 1);
  const statuses: number[] = [];
  for (const body of ['{"user":"a"}', '{"user":"b"}', own, own])
    statuses.push(await post(caught.address('a'), body));
  expect(statuses).toEqual([200, 200, 500, 200]);
  expect(caught.deliveries.map(({ body }) => String(body))).toEqual(['{"user":"a"}', own, own]);
  expect(caught.counters).toEqual({ ignored: 0, dropped: 1, droppedOwn: 0 });
});

test('a delivery that is too long to be kept whole is lost evidence, and says so', async () => {
  const caught = await catcher({ maxBodyBytes: 10 });
  await post(caught.address('a'), '0123456789');
  expect(caught.lost).toBe(0);
  await post(caught.address('a'), '01234567890');
  expect(caught.deliveries.map(({ partial, size }) => [partial ?? false, size])).toEqual([
    [false, 10],
    [true, 11],
  ]);
  expect(caught.lost).toBe(1);
});

test('one delivery may be some megabytes long', async () => {
  const caught = await catcher({});
  const body = JSON.stringify({ text: 'x'.repeat(4_000_000) });
  await post(caught.address('a'), body);
  expect(caught.deliveries[0]?.body.length).toBe(body.length);
  expect(caught.lost).toBe(0);
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
] as const)(
  'a body that came as %s is kept as it was meant, and a broken one as it came',
  async (encoding, encode) => {
    const caught = await catcher({ maxBodyBytes: 1000 });
    const send = (body: Buffer) =>
      fetch(caught.address('a'), {
        method: 'POST',
        headers: { 'content-encoding': encoding },
        body: new Uint8Array(body),
      });
    const texts = ['{"a":1}', 'x'.repeat(5_000)];
    const bodies = [...texts.map((text) => encode(text)), Buffer.from('no such encoding')];
    for (const body of bodies) expect((await send(body)).status).toBe(200);
    expect(caught.deliveries.map(({ body }) => Buffer.from(body))).toEqual([
      Buffer.from('{"a":1}'),
      bodies[1],
      bodies[2],
    ]);
    expect(caught.deliveries.map(({ size }) => size)).toEqual(bodies.map(({ length }) => length));
    expect(caught.deliveries.map(({ partial = false }) => partial)).toEqual([false, true, false]);
  },
);
