import { describe, expect, test } from 'vitest';
import { answered, stage } from '../../../test/support/engine/engine-stage.js';
import type { InvariantStep } from '../../cases/types.js';
import type { Finding } from '../finding.js';
import { invariant } from './invariant.js';
import { send } from './send.js';

/** Messages at these moments of the run, ms; each is answered with the moment that the service's clock shows then. */
interface Run {
  at: number[];
  shows: (ms: number) => number;
  /** The service's clock was moved between these moments of the run. */
  moved?: [from: number, until: number];
}

const HOUR_MS = 3_600_000;

async function judged(rule: 'moving' | 'pace', { at, shows, moved }: Run): Promise<Finding | null> {
  const began = Date.now();
  let count = 0;
  const outcomes = [...at, at.at(-1) ?? 0].map((ms) => {
    count += 1;
    return answered(200, { success: true, message_id: `m${count}`, timestamp: began + shows(ms) });
  });
  const { context, clock, runState } = stage({ outcomes });
  const start = clock.now();
  for (const ms of at) {
    await clock.during(clock.sleep(start + ms - clock.now()));
    await send(context, {
      do: 'send',
      request: { operation: 'sendText', body: { kind: 'documented' } },
      expect: { kind: 'documented' },
    });
  }
  if (moved) [runState.clockMovedAt, runState.clockMovedUntil] = [start + moved[0], start + moved[1]];
  const step: InvariantStep = { do: 'invariant', rule, operation: 'sendText', field: 'timestamp' };
  await clock.during(Promise.resolve(invariant(context, step)));
  return (await context.watches.pop()?.judge()) ?? null;
}

const LEGAL: [what: string, run: Run][] = [
  ['runs with that of the run', { at: [0, 6_000, 12_000], shows: (ms) => ms }],
  ['is hours off', { at: [0, 6_000, 12_000], shows: (ms) => ms + 2 * HOUR_MS }],
  ['shows whole seconds', { at: [100, 6_700, 12_300], shows: (ms) => Math.floor(ms / 1_000) * 1_000 }],
  [
    'is moved by the driver meanwhile',
    {
      at: [0, 6_000, 20_000, 26_000],
      shows: (ms) => (ms < 7_000 ? ms : ms + HOUR_MS),
      moved: [7_000, 8_000],
    },
  ],
];

describe.each(['moving', 'pace'] as const)('the law of a %s clock', (rule) => {
  test.each(LEGAL)('accuses no clock that %s', async (_, run) => {
    expect(await judged(rule, run)).toBeNull();
  });
});

test.each<[what: string, rule: 'moving' | 'pace', run: Run]>([
  ['stands', 'moving', { at: [0, 6_000, 12_000], shows: () => 0 }],
  ['runs fast', 'pace', { at: [0, 6_000, 60_000], shows: (ms) => 3 * ms }],
  [
    'is moved by nobody, and jumps',
    'pace',
    { at: [0, 6_000, 12_000], shows: (ms) => (ms < 7_000 ? ms : ms + HOUR_MS) },
  ],
])('a clock that %s is found out', async (_, rule, run) => {
  expect(await judged(rule, run)).toMatchObject({ verdict: 'fail' });
});
