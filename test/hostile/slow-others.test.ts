import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type RawServer, startRawServer } from '../support/network/raw-server.js';
import { type Bench, openBench } from '../support/service/reference-bench.js';

const LIMITS = { headMs: 200, requestMs: 400, checkMs: 50, silentMs: 400, deliveryMs: 300 };
/** Far above these limits on any machine, and below those of a service that is not told any. */
const SOON_MS = 8_000;

const HEAD = 'POST /1.0/sendText?key=x HTTP/1.1\r\nHost: x\r\n';

function dripping(socket: Socket, begin: string, piece: string): void {
  socket.write(begin);
  const timer = setInterval(() => socket.write(piece), 20);
  socket.once('close', () => clearInterval(timer));
}

/** A client that stays as long as it may, also after the other side has ended. */
function dial({ service }: Bench): Socket {
  const socket = connect({
    port: Number(new URL(service.baseUrl).port),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  socket.on('error', () => {});
  return socket;
}

describe('slow clients of the reference service are cut off', () => {
  test.each<[string, (socket: Socket) => void, RegExp | null]>([
    ['a head without end', (socket) => dripping(socket, `${HEAD}X: `, 'x'), /^HTTP\/1.1 400 .*"code":9/s],
    [
      'a body without end',
      (socket) => dripping(socket, `${HEAD}Content-Length: 100000\r\n\r\n`, ' '),
      /^HTTP\/1.1 400 .*"code":9/s,
    ],
    [
      'chunks without end',
      (socket) => dripping(socket, `${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
      /^HTTP\/1.1 400 .*"code":9/s,
    ],
    ['not a byte', () => undefined, /^HTTP\/1.1 400 .*"code":9/s],
    [
      'responses that nobody takes',
      (socket) => {
        socket.pause();
        const many = `${HEAD}Content-Length: 0\r\n\r\n`.repeat(1_000);
        const more = (): void => {
          while (!socket.destroyed && socket.write(many));
        };
        socket.on('drain', more);
        more();
      },
      null,
    ],
  ])('%s', async (_name, play, due) => {
    await using bench = await openBench({ tls: false, limits: LIMITS });
    const socket = dial(bench);
    let response = '';
    if (due) socket.on('data', (data) => (response += data));
    const started = performance.now();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    // Whoever sends something learns that nobody is there any more.
    socket.once('end', () => dripping(socket, '', 'x'));
    play(socket);
    await closed;
    expect(performance.now() - started).toBeLessThan(SOON_MS);
    if (due) expect(response).toMatch(due);
    expect((await bench.call('getDestinations')).status).toBe(200);
  });
});

describe('slow receivers of webhooks', () => {
  const OK = 'HTTP/1.1 200 OK\r\n';
  /** Whether the event counts as taken: a success has been told by the head of an response. */
  type Taken = boolean;
  test.each<[string, Taken, (socket: Socket) => void]>([
    ['never response', false, () => undefined],
    ['response by a head without end', false, (socket) => dripping(socket, `${OK}X: `, 'x')],
    [
      'response by a body that stalls',
      true,
      (socket) => void socket.write(`${OK}Content-Length: 9\r\n\r\n{`),
    ],
    [
      'response by an endless body',
      true,
      (socket) => {
        socket.write(`${OK}\r\n`);
        const more = (): void => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65_536, ' ')));
        };
        socket.on('drain', more);
        more();
      },
    ],
  ])('%s: responses are as quick as ever, and the next event comes', async (_name, taken, play) => {
    await using bench = await openBench({ tls: false, limits: LIMITS });
    const receiver: RawServer = await startRawServer({ onRequest: play });
    try {
      await bench.call('setWebhook', { url: receiver.url });
      const write = (user: string) => bench.call('sendText', { user_id: user, text: 't' });
      expect((await write('slow')).status).toBe(200);
      await expect.poll(() => receiver.requests.length).toBeGreaterThan(0);
      expect((await bench.call('setWebhook', { url: bench.address('a') })).status).toBe(200);
      const started = performance.now();
      expect((await write('other')).status).toBe(200);
      await bench.until(1, ({ body }) => body['user'] === 'other');
      expect(performance.now() - started).toBeLessThan(SOON_MS);
      await bench.service.settled();
      // What was not taken is tried again, at the address set last.
      const told = new Set(bench.caught.map(({ body }) => body['user']));
      expect(told).toEqual(new Set(taken ? ['other'] : ['other', 'slow']));
    } finally {
      await receiver.close();
    }
  });
});
