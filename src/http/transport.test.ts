import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { GOOD } from '../../test/support/hostile/responses.js';
import { makeCertificates } from '../../test/support/network/certificates.js';
import { type RawServer, type Script, startRawServer } from '../../test/support/network/raw-server.js';
import type { Outcome, OutgoingRequest } from '../engine/ports.js';
import { twoPartsOf } from './exchange.js';
import { createTransport, type TransportOptions } from './transport.js';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(script: Script): Promise<RawServer> {
  const server = await startRawServer(script);
  ends.push(() => server.close());
  return server;
}

function client(options: Partial<TransportOptions> = {}) {
  const transport = createTransport({ maxConcurrency: 4, ...options });
  ends.push(() => transport.close());
  return transport;
}

function request(url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: 'POST', url, headers: [], body: null, timeoutMs: 2000, ...more };
}

const answering: Script = { onRequest: (socket) => void socket.write(GOOD) };
const code = (outcome: Outcome) => (outcome.kind === 'no-response' ? outcome.failure.code : outcome.status);

test('the path goes out as given, the headers as spelled and in order, the body exactly', async () => {
  const server = await serve(answering);
  const headers: [string, string][] = [
    ['X-Second', 'b'],
    ['x-first', 'a'],
    ['X-Second', 'c'],
    ['Content-Length', '4'],
  ];
  const path = "/a/../b//c%2F%zz/?key=a%20b&key='&=#gone";
  const outcome = await client().send(
    request(server.url + path, { headers, body: Buffer.from([0, 255, 13, 10]) }),
  );
  expect(code(outcome)).toBe(200);
  expect(server.requests[0]).toBe(
    `POST ${path.slice(0, -5)} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nconnection: keep-alive\r\n` +
      'X-Second: b\r\nx-first: a\r\nX-Second: c\r\ncontent-length: 4\r\n\r\n\x00\xff\r\n',
  );
});

test('as many requests are under way at once as are allowed later on', async () => {
  const held: Socket[] = [];
  const server = await serve({
    onRequest: (socket) => {
      held.push(socket);
      if (held.length === 1) transport.allow(3);
      // None of the first three is answered before the third has come.
      if (held.length >= 3) for (const each of held.splice(0)) each.write(GOOD);
    },
  });
  const transport = client({ maxConcurrency: 1 });
  const outcomes = await Promise.all(
    [1, 2, 3].map((each) => transport.send(request(`${server.url}/${each}`))),
  );
  expect(outcomes.map(code)).toEqual([200, 200, 200]);
});

test('a body without a told length is chunked', async () => {
  const server = await serve(answering);
  await client().send(request(`${server.url}/x`, { body: Buffer.from('{"a":1}') }));
  expect(server.requests[0]).toMatch(/transfer-encoding: chunked\r\n\r\n7\r\n\{"a":1\}\r\n0\r\n\r\n$/);
});

test('a body in two parts keeps its length, and its second part is sent after the pause', async () => {
  const body = Buffer.from('{"text":"Grüße"}');
  const arrived: { at: number; text: string }[] = [];
  const server = createServer((incoming, response) => {
    incoming.on('data', (part: Buffer) =>
      arrived.push({ at: performance.now(), text: part.toString('latin1') }),
    );
    incoming.on('end', () => response.end(`${incoming.headers['content-length']}`));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => new Promise((done) => server.close(done)));
  const { port } = server.address() as AddressInfo;
  const begun = performance.now();
  const outcome = await client().send(
    request(`http://127.0.0.1:${port}/`, {
      headers: [['Content-Length', String(body.length)]],
      body,
      pauseMs: 50,
    }),
  );
  expect(outcome.kind === 'response' && Buffer.from(outcome.body).toString()).toBe(String(body.length));
  expect(arrived.map(({ text }) => text)).toEqual(
    twoPartsOf(body).map((part) => Buffer.from(part).toString('latin1')),
  );
  // From before the first part, which may be read late; timers may fire a millisecond early.
  expect((arrived[1]?.at ?? 0) - begun).toBeGreaterThanOrEqual(49);
});

test('a request that cannot be sent is told without its URL', async () => {
  const broken = client().send(request('http://127.0.0.1:1/a b?key=sEcReT'));
  await expect(broken).rejects.toThrow(/cannot be sent/);
  await expect(broken).rejects.not.toThrow(/sEcReT/);
  await expect(client().send(request('ftp://x/?key=sEcReT'))).rejects.toThrow(
    'The address of a request is not an http or https URL.',
  );
});

test('connections are kept: many requests, few connections', async () => {
  const server = await serve(answering);
  const transport = client({ maxConcurrency: 3 });
  const all = await Promise.all(Array.from({ length: 60 }, () => transport.send(request(`${server.url}/x`))));
  expect(new Set(all.map(code))).toEqual(new Set([200]));
  expect(server.connections).toBe(3);
});

test('a server that serves two connections at a time, for as long as they are kept, answers all the same', async () => {
  const served = new Set<Socket>();
  const waiting: Socket[] = [];
  const http = createServer((_, response) => void setTimeout(() => response.end('{}'), 2));
  const next = (): void => {
    while (served.size < 2 && waiting.length > 0) {
      const socket = waiting.shift() as Socket;
      served.add(socket);
      socket.once('close', () => {
        served.delete(socket);
        next();
      });
      http.emit('connection', socket);
      socket.resume();
    }
  };
  const server = createTcpServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    next();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => server.close());
  const { send } = client({ maxConcurrency: 12 });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const often = async (): Promise<(string | number)[]> => {
    const codes: (string | number)[] = [];
    for (let count = 0; count < 80; count += 1)
      codes.push(code(await send(request(url, { timeoutMs: 5_000 }))));
    return codes;
  };
  const codes = (await Promise.all(Array.from({ length: 12 }, often))).flat();
  expect(new Set(codes)).toEqual(new Set([200]));
});

test('no more are in flight than allowed, first come first served', async () => {
  let inFlight = 0;
  let most = 0;
  const server = await serve({
    onRequest(socket) {
      most = Math.max(most, ++inFlight);
      setTimeout(() => {
        inFlight--;
        socket.write(GOOD);
      }, 5);
    },
  });
  const transport = client({ maxConcurrency: 4 });
  const done: number[] = [];
  await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      transport.send(request(`${server.url}/${at}`)).then(() => done.push(at)),
    ),
  );
  expect(most).toBe(4);
  const sent = server.requests.map((text) => Number(/^POST \/(\d+)/.exec(text)?.[1]));
  for (const [place, at] of sent.entries()) expect(Math.abs(place - at)).toBeLessThan(4);
  expect(done).toHaveLength(40);
});

test('waiting in line does not count as time of the target', async () => {
  const server = await serve({ onRequest: (socket) => void setTimeout(() => socket.write(GOOD), 60) });
  const transport = client({ maxConcurrency: 1 });
  const all = await Promise.all(
    Array.from({ length: 6 }, () => transport.send(request(`${server.url}/x`, { timeoutMs: 250 }))),
  );
  expect(all.map(code)).toEqual([200, 200, 200, 200, 200, 200]);
});

test('the rate is held', async () => {
  const server = await serve(answering);
  const transport = client({ rate: 50 });
  const start = performance.now();
  await Promise.all(Array.from({ length: 11 }, () => transport.send(request(`${server.url}/x`))));
  expect(performance.now() - start).toBeGreaterThanOrEqual(195);
});

test('a kept connection that the server has closed is not a failure', async () => {
  const server = await serve({
    onRequest(socket, { number, numberOnConnection }) {
      if (numberOnConnection > 1 && number === 2) socket.destroy();
      else socket.write(GOOD);
    },
  });
  const transport = client();
  expect(code(await transport.send(request(`${server.url}/x`)))).toBe(200);
  expect(code(await transport.send(request(`${server.url}/x`, { body: Buffer.from('{}') })))).toBe(200);
  expect(server.connections).toBe(2);
  expect(server.requests).toHaveLength(3);
});

test('a request is repeated once at most, and not when a response had begun', async () => {
  const dying = await serve({
    onRequest: (socket, { number }) => void (number === 1 ? socket.write(GOOD) : socket.end()),
  });
  const transport = client();
  await transport.send(request(`${dying.url}/x`));
  expect(code(await transport.send(request(`${dying.url}/x`)))).toBe('closed');
  expect(dying.requests).toHaveLength(3);

  const cutting = await serve({
    onRequest: (socket, { number }) => void (number === 1 ? socket.write(GOOD) : socket.end('HTTP/1.1 2')),
  });
  await transport.send(request(`${cutting.url}/x`));
  expect(code(await transport.send(request(`${cutting.url}/x`)))).toBe('truncated');
  expect(cutting.requests).toHaveLength(2);

  const fresh = await serve({ onRequest: (socket) => void socket.end() });
  expect(code(await transport.send(request(`${fresh.url}/x`)))).toBe('closed');
  expect(fresh.requests).toHaveLength(1);
});

test('surplus bytes that come later are found once the target is suspect', async () => {
  let closed = Promise.resolve();
  const server = await serve({
    onRequest(socket) {
      closed = new Promise((resolve) => void socket.once('close', resolve));
      socket.write(GOOD);
      setTimeout(() => socket.write('}'), 3);
    },
  });
  const transport = client({ maxConcurrency: 1 });
  const codes: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    codes.push(code(await transport.send(request(`${server.url}/x`))));
    // The stray byte ends the connection.
    await closed;
  }
  expect(codes[2]).toBe('surplus-bytes');
});

test('an aborted request ends at once, in flight or in line', async () => {
  const server = await serve({});
  const transport = client({ maxConcurrency: 1 });
  const controller = new AbortController();
  const both = ['a', 'b'].map((path) =>
    transport.send(request(`${server.url}/${path}`, { signal: controller.signal, timeoutMs: 15_000 })),
  );
  await arrival(server, 1);
  controller.abort();
  expect((await Promise.all(both)).map(code)).toEqual(['aborted', 'aborted']);
  expect(server.requests).toHaveLength(1);
});

test('close ends what hangs', async () => {
  const server = await serve({});
  const transport = client({ maxConcurrency: 6 });
  const hanging = Array.from({ length: 8 }, () =>
    transport.send(request(`${server.url}/x`, { timeoutMs: 15_000 })),
  );
  await arrival(server, 6);
  await transport.close();
  expect(new Set((await Promise.all(hanging)).map(code))).toEqual(new Set(['aborted']));
  expect(code(await transport.send(request(`${server.url}/x`)))).toBe('aborted');
});

test('a redirect is not followed: the other origin sees no connection', async () => {
  const other = await serve(answering);
  const server = await serve({
    onRequest: (socket) =>
      void socket.write(`HTTP/1.1 307 X\r\nLocation: ${other.url}/?key=k\r\nContent-Length: 0\r\n\r\n`),
  });
  expect(code(await client().send(request(`${server.url}/x`)))).toBe(307);
  expect(other.connections).toBe(0);
});

test('connections to several origins stay within the limit together', async () => {
  const open = new Set<Socket>();
  let most = 0;
  const script: Script = {
    ...answering,
    onConnection(socket) {
      open.add(socket);
      most = Math.max(most, open.size);
      socket.once('close', () => open.delete(socket));
    },
  };
  const servers = await Promise.all([serve(script), serve(script), serve(script)]);
  const transport = client({ maxConcurrency: 2 });
  for (let round = 0; round < 4; round++) {
    for (const { url } of servers) expect(code(await transport.send(request(`${url}/x`)))).toBe(200);
  }
  // One more for the instant in which a closed one has not been noticed by the server.
  expect(most).toBeLessThanOrEqual(3);
});

test('endless bodies on all connections stay within the memory', async () => {
  const { good, ca } = await makeCertificates();
  const server = await startRawServer(
    {
      onRequest(socket) {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const more = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65536, ' ')));
        };
        socket.on('drain', more);
        more();
      },
    },
    good,
  );
  ends.push(() => server.close());
  const transport = client({ maxConcurrency: 50, ca });
  const before = process.memoryUsage.rss();
  const all = await Promise.all(
    Array.from({ length: 50 }, () => transport.send(request(`${server.url}/x`, { timeoutMs: 10_000 }))),
  );
  expect(new Set(all.map(code))).toEqual(new Set(['too-large']));
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024);
});

async function arrival(server: RawServer, count: number): Promise<void> {
  while (server.requests.length < count) await new Promise((resolve) => setImmediate(resolve));
}

test('large responses at once wait for room, and the target is not blamed for the wait', async () => {
  const large = Buffer.from(`${' '.repeat(500_000)}{}`);
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${large.length}\r\n\r\n`;
  const held: (() => void)[] = [];
  const server = await serve({
    onRequest(socket, { number }) {
      // The first four take all the room, and keep it longer than the others have time.
      const cut = number <= 4 ? 200_000 : large.length;
      socket.write(Buffer.concat([Buffer.from(head), large.subarray(0, cut)]));
      if (number <= 4) held.push(() => socket.write(large.subarray(cut)));
    },
  });
  const transport = client({ maxConcurrency: 12, maxTotalBytes: 50_000_000 });
  const slow = Array.from({ length: 4 }, () => transport.send(request(server.url, { timeoutMs: 20_000 })));
  await arrival(server, 4);
  const others = Array.from({ length: 8 }, () => transport.send(request(server.url, { timeoutMs: 1_500 })));
  await arrival(server, 12);
  await new Promise((resolve) => setTimeout(resolve, 1_700));
  for (const write of held) write();
  const outcomes = await Promise.all([...slow, ...others]);
  expect(outcomes.map(code)).toEqual(Array(12).fill(200));
  for (const outcome of outcomes)
    expect(outcome.kind === 'response' && large.equals(outcome.body)).toBe(true);
  for (const { durationMs } of outcomes.slice(4)) expect(durationMs).toBeLessThan(1_500);
});

test('large responses that are needed together are bounded; small ones are always handed on', async () => {
  const large = `${' '.repeat(20_000)}{}`;
  const server = await serve({
    onRequest: (socket, { number }) =>
      void socket.write(
        number % 2 === 0 ? GOOD : `HTTP/1.1 200 OK\r\nContent-Length: ${large.length}\r\n\r\n${large}`,
      ),
  });
  const transport = client({ maxTotalBytes: 50_000, maxConcurrency: 1 });
  const outcomes: Outcome[] = [];
  for (let count = 0; count < 8; count++) outcomes.push(await transport.send(request(server.url)));
  expect(outcomes.map(code)).toEqual([200, 200, 200, 200, 'too-large', 200, 'too-large', 200]);
  const [first] = outcomes;
  if (first?.kind !== 'response') throw new Error('There is no first response.');
  first.release?.();
  first.release?.();
  expect(code(await transport.send(request(server.url)))).toBe(200);
  await transport.send(request(server.url));
  expect(code(await transport.send(request(server.url)))).toBe('too-large');
});
