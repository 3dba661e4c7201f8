import { expect, test } from 'vitest';
import { VirtualClock } from '../../virtual/ports.js';
import type { CaseContext } from '../case-context.js';
import { pause } from './pause.js';

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
