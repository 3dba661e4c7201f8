import { describe, expect, test } from 'vitest';
import { answered, stage } from '../../../test/support/engine/engine-stage.js';
import type { InvariantStep } from '../../cases/types.js';
import type { Finding } from '../finding.js';
import { drift, moves, type Stamp, standsStill } from './clock-laws.js';
import { invariant } from './invariant.js';
import { sendRequest } from './send.js';

/** Messages at these moments of the run, ms; each is answered with the moment that the service's clock shows then. */
interface Run {
  at: number[];
  shows: (ms: number) => number;
  /** The service's clock was moved between these moments of the run, each time. */
  moved?: [from: number, until: number][];
}

const HOUR_MS = 3_600_000;

async function judged(rule: 'moving' | 'pace', { at, shows, moved = [] }: Run): Promise<Finding | null> {
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
    await sendRequest(context, {
      do: 'send',
      request: { operation: 'sendText', body: { kind: 'documented' } },
      expect: { kind: 'documented' },
    });
  }
  for (const [from, until] of moved) {
    runState.serviceClock.movedAt = Math.min(runState.serviceClock.movedAt, start + from);
    runState.serviceClock.moves.push({ from: start + from, until: start + until });
  }
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
      moved: [[7_000, 8_000]],
    },
  ],
  [
    'is moved by the driver several times',
    {
      at: [0, 6_000, 20_000, 26_000, 40_000, 46_000],
      shows: (ms) => ms + HOUR_MS * Math.max(0, Math.floor((ms + 7_000) / 20_000)),
      moved: [
        [13_000, 14_000],
        [33_000, 34_000],
      ],
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
  [
    'is moved for some messages alone',
    'moving',
    {
      at: [0, 20_000, 21_000, 40_000],
      shows: (ms) => (ms === 20_000 ? ms + HOUR_MS : ms),
      moved: [
        [7_000, 8_000],
        [30_000, 31_000],
      ],
    },
  ],
])('a clock that %s is found out', async (_, rule, run) => {
  expect(await judged(rule, run)).toMatchObject({ verdict: 'fail' });
});

const START = Date.UTC(2026, 0, 2);

/** Messages that left at these moments, took 100 ms, and state these ones; milliseconds after the start. */
function stamps(...pairs: [left: number, stated: number][]): Stamp[] {
  return pairs.map(([left, stated], id) => ({
    exchange: { id, caseId: `case ${id}` } as unknown as Stamp['exchange'],
    value: START + stated,
    from: START + left,
    to: START + left + 100,
  }));
}

test.each<[what: string, all: Stamp[]]>([
  ['runs with ours', stamps([0, 50], [3_000, 3_050], [60_000, 60_050])],
  ['is hours off', stamps([0, 7_200_000], [3_000, 7_203_000])],
  ['shows seconds alone', stamps([900, 0], [1_000, 1_000], [3_999, 3_000])],
  ['is that of several hosts, a second apart', stamps([0, 0], [100, 1_100], [200, 200], [5_000, 6_000])],
  ['was asked once', stamps([0, 0])],
])('a clock that %s is right', (_, all) => {
  expect(drift('f', all, all, 5_000)).toBeNull();
  expect(standsStill('f', all, 2_000)).toBeNull();
});

test.each<[what: string, all: Stamp[], between: number[]]>([
  ['runs twice as fast', stamps([0, 0], [3_000, 6_000], [6_000, 12_000]), [0, 2]],
  ['runs at half the speed', stamps([0, 0], [12_000, 6_000]), [0, 1]],
  ['goes back', stamps([0, 0], [1_000, -20_000], [2_000, 2_000]), [0, 1]],
  ['stands for long', stamps([0, 0], [6_000, 0]), [0, 1]],
])('a clock that %s is told by two messages', (_, all, between) => {
  const found = drift('f', all, all, 5_000);
  expect(found?.between.map(({ exchange }) => exchange.id)).toEqual(between);
  expect(found?.finding).toMatchObject({ verdict: 'fail', code: 'clock-drift' });
});

test('who is held against others is accused only of what it takes part in', () => {
  const all = stamps([0, 0], [1_000, 60_000], [2_000, 2_000], [3_000, 3_000]);
  expect(drift('f', all.slice(1, 2), all, 5_000)?.between.map(({ value }) => value - START)).toEqual([
    0, 60_000,
  ]);
  expect(drift('f', all.slice(2), all.slice(2), 5_000)).toBeNull();
  expect(drift('f', [], all, 5_000)).toBeNull();
});

test('what was due and what came is told in seconds', () => {
  expect(
    drift('f', stamps([0, 0], [3_000, 13_000]), stamps([0, 0], [3_000, 13_000]), 5_000)?.finding,
  ).toEqual({
    verdict: 'fail',
    code: 'clock-drift',
    text: "The f of two messages (in case 0 and case 1) does not keep pace with the run's clock.",
    expected: "about 3 s between them, as by the run's own clock, within 5 s",
    received: `13 s: ${START}, then ${START + 13_000}`,
  });
});

test('a clock stands that shows the same for longer than a step, and no sooner', () => {
  const twice = (left: number): Stamp[] => stamps([0, 0], [left, 0]);
  expect(standsStill('f', twice(2_100), 2_000)).toBeNull();
  expect(standsStill('f', twice(2_101), 2_000)?.finding).toEqual({
    verdict: 'fail',
    code: 'clock-stands',
    text: 'All messages have the same f: the clock does not advance.',
    expected: 'another f after 2 s',
    received: `${START} for all 2 messages`,
  });
  expect(standsStill('f', stamps([0, 0], [1_000, 1], [9_000, 0]), 2_000)).toBeNull();
  expect([moves(twice(1)), moves(stamps([0, 0], [1, 1])), moves([])]).toEqual([false, true, false]);
});
