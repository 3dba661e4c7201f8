import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { activeNow } from '../active-time.js';
import type { Outcome, OutgoingRequest, Transport } from '../engine/ports.js';
import { concurrencyFor, Limiter, retryTurnedAway } from './pace.js';
import { createTransport } from './transport.js';

test('the limit is halved once for all that were inside together, and never below two', () => {
  const limiter = new Limiter(32);
  const before = activeNow();
  limiter.narrow(before);
  limiter.narrow(before);
  expect(limiter.limit).toBe(16);
  for (let burst = 0; burst < 10; burst += 1) limiter.narrow(activeNow() + 1_000);
  expect(limiter.limit).toBe(2);
  const single = new Limiter(1);
  single.narrow(activeNow());
  expect(single.limit).toBe(1);
});

test('the limit widens by one for as many good ends as it holds, up to where it began', () => {
  const limiter = new Limiter(4);
  limiter.narrow(activeNow());
  expect(limiter.limit).toBe(2);
  limiter.widen();
  expect(limiter.limit).toBe(2);
  limiter.widen();
  expect(limiter.limit).toBe(3);
  for (let good = 0; good < 50; good += 1) limiter.widen();
  expect(limiter.limit).toBe(4);
});

test('more may be allowed later, at once to those that wait, and less', async () => {
  const limiter = new Limiter(1);
  const entered: number[] = [];
  const waiting = [0, 1, 2].map(async (at) => {
    await limiter.enter();
    entered.push(at);
  });
  await waiting[0];
  expect(entered).toEqual([0]);
  limiter.allow(3);
  await Promise.all(waiting);
  expect([entered, limiter.limit]).toEqual([[0, 1, 2], 3]);
  limiter.allow(2);
  expect(limiter.limit).toBe(2);
});

test('what was narrowed stays narrow when more is allowed, and widens from there', () => {
  const limiter = new Limiter(8);
  limiter.narrow(activeNow());
  limiter.allow(16);
  expect(limiter.limit).toBe(4);
  for (let good = 0; good < 500; good += 1) limiter.widen();
  expect(limiter.limit).toBe(16);
});

test('the most urgent goes first, first come first served among equals', async () => {
  const limiter = new Limiter(1);
  await limiter.enter();
  const entered: string[] = [];
  const line = [...'adbfceg'].map(async (name, at) => {
    await limiter.enter(undefined, [1, 3, 1, 2, 3, 1, undefined][at]);
    entered.push(name);
    limiter.leave();
  });
  limiter.leave();
  await Promise.all(line);
  expect(entered.join('')).toBe('gdcfabe');
});

test.each([429, 503])('a target that answers %i under load is asked less at once', async (status) => {
  const bearable = 4;
  let inside = 0;
  let refused = 0;
  const insideAtEnd: number[] = [];
  const server = createServer((request, response) => {
    inside += 1;
    if (request.url?.startsWith('/late')) insideAtEnd.push(inside);
    // It takes its time, as all that are under way are to be inside at once.
    setTimeout(() => {
      if (inside > bearable) refused += 1;
      response.statusCode = inside > bearable ? status : 200;
      inside -= 1;
      response.end('{}');
    }, 20);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = createTransport({ maxConcurrency: 32 });
  const send = (path: string): Promise<unknown> =>
    transport.send({
      method: 'POST',
      url: `http://127.0.0.1:${port}${path}`,
      headers: [['Content-Length', '0']],
      body: null,
      timeoutMs: 5_000,
    });
  try {
    await Promise.all(Array.from({ length: 64 }, () => send('/early')));
    expect(refused).toBeGreaterThan(0);
    await Promise.all(Array.from({ length: 64 }, () => send('/late')));
    expect(Math.max(...insideAtEnd)).toBeLessThan(16);
  } finally {
    await transport.close();
    server.close();
  }
});

test('a target that takes so many requests a window is kept to its pace, and each request gets its response', async () => {
  const MOST = 20;
  const WINDOW_MS = 100;
  let window = 0;
  let inWindow = 0;
  let turnedAway = 0;
  const server = createServer((_request, response) => {
    const now = Math.floor(performance.now() / WINDOW_MS);
    if (now !== window) inWindow = 0;
    window = now;
    inWindow += 1;
    if (inWindow > MOST) turnedAway += 1;
    response.writeHead(inWindow > MOST ? 429 : 200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createTransport({ maxConcurrency: 30 });
  const { send } = retryTurnedAway(transport, { firstPauseMs: WINDOW_MS });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const request = { method: 'GET', url, headers: [], body: null, timeoutMs: 10_000 };
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => send(request)));
  await transport.close();
  server.close();
  expect(
    outcomes.map((outcome) => (outcome.kind === 'response' ? outcome.status : outcome.failure.code)),
  ).toEqual(outcomes.map(() => 200));
  // At full speed each window would turn away what is in flight, and what comes again.
  expect(turnedAway).toBeLessThan(200);
});

test('where nothing passes, the pace is not what is wrong', async () => {
  const limiter = new Limiter(4);
  limiter.pace(activeNow());
  const began = activeNow();
  for (let count = 0; count < 4; count += 1) expect(await limiter.enter()).toBe(true);
  expect(activeNow() - began).toBeLessThan(1_000);
});

test.each([
  [29, true],
  [30, false],
])('where one is turned away and %i pass, the pace is slowed down: %s', async (passed, slows) => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const limiter = new Limiter(100);
  for (let count = 0; count < passed; count += 1) {
    vi.advanceTimersByTime(10);
    limiter.widen();
  }
  limiter.pace(activeNow());
  let entered = 0;
  for (let count = 0; count < 2; count += 1) void limiter.enter().then(() => (entered += 1));
  await vi.advanceTimersByTimeAsync(1);
  expect(entered).toBe(slows ? 0 : 2);
});

test('more requests are under way at once the longer a round trip takes, within bounds', () => {
  expect([undefined, 0.4, 32, 50, 64, 300].map((ms) => concurrencyFor('auto', ms))).toEqual([
    32, 32, 32, 50, 64, 64,
  ]);
});

test('what the user says holds at any distance', () => {
  expect([concurrencyFor(1, 300), concurrencyFor(1_000, 1)]).toEqual([1, 1_000]);
});

const request: OutgoingRequest = {
  method: 'POST',
  url: 'http://x/',
  headers: [],
  body: null,
  timeoutMs: 1_000,
};

/** Answers with these statuses in turn, the last one from then on; each response takes `durationMs`. */
function answering(statuses: number[], headers: [string, string][] = [], durationMs = 1) {
  const asked: OutgoingRequest[] = [];
  const transport: Transport = {
    send: async (outgoingRequest): Promise<Outcome> => {
      const status = statuses[Math.min(asked.length, statuses.length - 1)] as number;
      asked.push(outgoingRequest);
      return {
        kind: 'response',
        status,
        reason: '',
        headers,
        body: Buffer.alloc(0),
        startedAt: 0,
        durationMs,
      };
    },
  };
  return { transport, asked };
}

test('a request that was turned away for the rate limit is sent again until it is taken', async () => {
  const { transport, asked } = answering([429, 429, 200]);
  const outcome = await retryTurnedAway(transport, { firstPauseMs: 1 }).send(request);
  expect(outcome).toMatchObject({ status: 200, heldBack: 2 });
  expect(asked).toHaveLength(3);
});

test.each([200, 400, 500, 502, 503])('status %i is never asked for twice', async (status) => {
  const { transport, asked } = answering([status]);
  const outcome = await retryTurnedAway(transport, { firstPauseMs: 1 }).send(request);
  expect(outcome).toMatchObject({ status });
  expect(outcome).not.toHaveProperty('heldBack');
  expect(asked).toHaveLength(1);
});

test.each([
  ['0', 200],
  ['Sat, 28 Nov 2026 23:00:00 GMT', 503],
])('status 503 with Retry-After %s ends as %i', async (after, status) => {
  const { transport } = answering([503, 200], [['Retry-After', after]]);
  expect(await retryTurnedAway(transport).send(request)).toMatchObject({ status });
});

test('all tries and pauses together stay within the time of the request', async () => {
  const { transport, asked } = answering([429], [], 400);
  const outcome = await retryTurnedAway(transport, { firstPauseMs: 1 }).send(request);
  expect(outcome).toMatchObject({ status: 429, heldBack: 2 });
  expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([1_000, 599, 197]);
});

test('the pause that the target names is kept, as far as there is time for it', async () => {
  const short = answering([429, 200], [['Retry-After', '0']]);
  expect(await retryTurnedAway(short.transport, { firstPauseMs: 5_000 }).send(request)).toMatchObject({
    status: 200,
  });
  const long = answering([429, 200], [['Retry-After', '2']]);
  expect(await retryTurnedAway(long.transport, { firstPauseMs: 1 }).send(request)).toMatchObject({
    status: 429,
  });
  expect(long.asked).toHaveLength(1);
});

test('where patience never helps nothing is sent again any more', async () => {
  const { transport, asked } = answering([429], [], 600);
  const { send } = retryTurnedAway(transport, { firstPauseMs: 1, most: 3 });
  for (let times = 0; times < 5; times += 1) await send(request);
  expect(asked).toHaveLength(3 * 2 + 2);
});

test('an abort ends the pause', async () => {
  const { transport, asked } = answering([429]);
  const outcome = retryTurnedAway(transport, { firstPauseMs: 900 }).send({
    ...request,
    signal: AbortSignal.abort(),
  });
  expect(await outcome).toMatchObject({ status: 429 });
  expect(asked).toHaveLength(1);
});
