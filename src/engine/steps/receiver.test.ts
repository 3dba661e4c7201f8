import { expect, test } from 'vitest';
import { VirtualClock } from '../../virtual/ports.js';
import type { CaseContext } from '../case-context.js';
import type { Delivery } from '../ports.js';
import { hangUp, observeRetries, pause, refuse } from './receiver.js';

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

const MARK = 'u-1';

/** A case whose user's deliveries came at these moments; `refused` ones are negative. */
function caseWith(moments: readonly number[], others: readonly Partial<Delivery>[] = []) {
  const came = (at: number): Delivery =>
    ({
      at: Math.abs(at),
      body: Buffer.from(`{"user":"${MARK}"}`),
      ...(at < 0 && { refused: true }),
    }) as unknown as Delivery;
  const waits: { taken: boolean[]; ms: number }[] = [];
  const refusals: unknown[][] = [];
  const cleanUps: (() => Promise<void>)[] = [];
  const deliveries = [...moments.map(came), ...(others as Delivery[])];
  const observations: unknown[] = [];
  const context = {
    lastStimulus: 500,
    observations,
    user: () => MARK,
    afterwards: (cleanUp: () => Promise<void>) => cleanUps.push(cleanUp),
    runState: {
      runContext: { quietWindowMs: 2_000 },
      ports: {
        clock: { now: () => 600 },
        mailbox: {
          deliveries,
          refuseNext: (...refusal: unknown[]) => refusals.push(refusal),
          waitFor: (match: (delivery: Delivery) => boolean, ms: number) => {
            waits.push({ taken: deliveries.map(match), ms });
            return Promise.resolve(null);
          },
        },
      },
    },
  } as unknown as CaseContext;
  return { context, observations, waits, refusals, cleanUps };
}

test.each([
  [[], 'no delivery that names the user arrived within 2 s'],
  [[1_000], 'no delivery that names the user arrived within 2 s'],
  [[-1_000], 'a refused delivery is not repeated within 2 s'],
  [[-1_000, 1_240], 'repeated after about 200 ms; taken at attempt 2'],
  [[-1_000, -1_004, 1_050], 'repeated after about 4 ms, then after about 50 ms; taken at attempt 3'],
  [
    [-1_000, -1_000, -1_960],
    'repeated after about 0 ms, then after about 1 s; no further attempt within 2 s of the message',
  ],
])('deliveries at %j: %s', async (moments, value) => {
  const strange = { at: 1, body: Buffer.from('u-2'), refused: true as const };
  const { context, observations, waits } = caseWith(moments, [strange]);
  expect(await observeRetries(context, { do: 'observe-retries', user: 'a', gap: 'retries' })).toBeNull();
  expect(observations).toEqual([{ gap: 'retries', value }]);
  // It waits for one that is taken, to the end of the window after the last stimulus.
  expect(waits).toEqual([{ taken: [...moments.map((at, index) => at > 0 && index > 0), false], ms: 1_900 }]);
});

test('deliveries for the user are refused until the case ends', async () => {
  const { context, refusals, cleanUps } = caseWith([]);
  expect(refuse(context, { do: 'refuse', user: 'a', times: 2 })).toBeNull();
  expect(refusals).toEqual([[MARK, 2]]);
  for (const cleanUp of cleanUps) await cleanUp();
  expect(refusals).toEqual([
    [MARK, 2],
    [MARK, 0],
  ]);
});
