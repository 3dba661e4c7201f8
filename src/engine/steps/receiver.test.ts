import { expect, test } from 'vitest';
import { VirtualClock } from '../../virtual/ports.js';
import type { CaseContext } from '../case-context.js';
import type { Delivery } from '../ports.js';
import { hangUp, pause } from './receiver.js';

test.each([
  ['no event has come', null, 50],
  ['events are quick', { ms: 10, roundTripMs: 1 }, 50],
  ['events are slow', { ms: 400, roundTripMs: 1 }, 800],
])('a pause is long enough for what was caused, as far as is known: %s', async (_, eventLatency, ms) => {
  const clock = new VirtualClock();
  const began = clock.now();
  const { signal } = new AbortController();
  const runState = { ports: { clock }, runContext: { eventLatency }, signal };
  await clock.during(pause({ runState } as unknown as CaseContext));
  expect(clock.now() - began).toBe(ms);
});

test('an interruption ends a pause', async () => {
  const clock = new VirtualClock();
  const runState = { ports: { clock }, runContext: { eventLatency: null }, signal: AbortSignal.abort() };
  expect(await pause({ runState } as unknown as CaseContext)).toBeNull();
});

/** When the catcher hung up, and when the step ended, milliseconds; deliveries come at these moments. */
async function hungUp(moments: readonly number[], latencyMs: number | null) {
  const clock = new VirtualClock();
  const start = clock.now();
  let at = 0;
  const mailbox = {
    get deliveries(): Delivery[] {
      return moments
        .filter((moment) => start + moment <= clock.now())
        .map((moment) => ({ at: start + moment }) as Delivery);
    },
    hangUp: () => {
      at = clock.now() - start;
    },
  };
  const runContext = {
    eventTimeoutMs: 5_000,
    eventLatency: latencyMs === null ? null : { ms: latencyMs, roundTripMs: 1 },
  };
  const signal = new AbortController().signal;
  const runState = { ports: { mailbox, clock }, runContext, signal, hungUp: null };
  const context = { runState } as unknown as CaseContext;
  await clock.during(hangUp(context));
  const ended = clock.now() - start;
  // Another case finds it done.
  await clock.during(hangUp(context));
  expect(clock.now() - start).toBe(ended);
  return { at, ended };
}

test.each<[what: string, moments: number[], latencyMs: number | null, at: number, ended: number]>([
  ['nothing came', [], null, 0, 50],
  ['the last delivery came a while ago', [-500], 10, 0, 50],
  ['deliveries still come', [0, 30, 75], 10, 125, 175],
  ['events are slow', [0], 400, 800, 1_600],
  ['deliveries never stop', Array.from({ length: 400 }, (_, nth) => nth * 25), 10, 5_000, 5_050],
])(
  'the catcher hangs up once no delivery comes, and gives the other side time to see it: %s',
  async (...row) => {
    const [, moments, latencyMs, at, ended] = row;
    expect(await hungUp(moments, latencyMs)).toEqual({ at, ended });
  },
);
