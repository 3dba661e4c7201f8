import { expect, test } from 'vitest';
import type { Outcome, OutgoingRequest, Transport } from '../engine/ports.js';
import { retryRateLimited } from './rate-limit.js';

const request: OutgoingRequest = {
  method: 'POST',
  url: 'http://x/',
  headers: [],
  body: null,
  timeoutMs: 1_000,
};

/** Answers with these statuses in turn, the last one from then on; each answer takes `durationMs`. */
function answering(statuses: number[], headers: [string, string][] = [], durationMs = 1) {
  const asked: OutgoingRequest[] = [];
  const transport: Transport = {
    send: async (outgoingRequest): Promise<Outcome> => {
      const status = statuses[Math.min(asked.length, statuses.length - 1)] as number;
      asked.push(outgoingRequest);
      return { kind: 'answer', status, reason: '', headers, body: Buffer.alloc(0), startedAt: 0, durationMs };
    },
  };
  return { transport, asked };
}

test('a request that was turned away for the rate limit is sent again until it is taken', async () => {
  const { transport, asked } = answering([429, 429, 200]);
  const outcome = await retryRateLimited(transport, { firstPauseMs: 1 }).send(request);
  expect(outcome).toMatchObject({ status: 200, heldBack: 2 });
  expect(asked).toHaveLength(3);
});

test.each([200, 400, 500, 502, 503])('status %i is never asked for twice', async (status) => {
  const { transport, asked } = answering([status]);
  const outcome = await retryRateLimited(transport, { firstPauseMs: 1 }).send(request);
  expect(outcome).toMatchObject({ status });
  expect(outcome).not.toHaveProperty('heldBack');
  expect(asked).toHaveLength(1);
});

test('all tries and pauses together stay within the time of the request', async () => {
  const { transport, asked } = answering([429], [], 400);
  const outcome = await retryRateLimited(transport, { firstPauseMs: 1 }).send(request);
  expect(outcome).toMatchObject({ status: 429, heldBack: 2 });
  expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([1_000, 599, 197]);
});

test('the pause that the target names is kept, as far as there is time for it', async () => {
  const short = answering([429, 200], [['Retry-After', '0']]);
  expect(await retryRateLimited(short.transport, { firstPauseMs: 5_000 }).send(request)).toMatchObject({
    status: 200,
  });
  const long = answering([429, 200], [['Retry-After', '2']]);
  expect(await retryRateLimited(long.transport, { firstPauseMs: 1 }).send(request)).toMatchObject({
    status: 429,
  });
  expect(long.asked).toHaveLength(1);
});

test('where patience never helps nothing is sent again any more', async () => {
  const { transport, asked } = answering([429], [], 600);
  const { send } = retryRateLimited(transport, { firstPauseMs: 1, most: 3 });
  for (let times = 0; times < 5; times += 1) await send(request);
  expect(asked).toHaveLength(3 * 2 + 2);
});

test('an abort ends the pause', async () => {
  const { transport, asked } = answering([429]);
  const outcome = retryRateLimited(transport, { firstPauseMs: 900 }).send({
    ...request,
    signal: AbortSignal.abort(),
  });
  expect(await outcome).toMatchObject({ status: 429 });
  expect(asked).toHaveLength(1);
});
