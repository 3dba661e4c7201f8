import { expect, test } from 'vitest';
import { drift, moves, type Stamp, standsStill } from './moving-clock.js';

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
    text: 'The f of all messages is the same: the clock stands still.',
    expected: 'another f after 2 s',
    received: `${START} for all 2 messages`,
  });
  expect(standsStill('f', stamps([0, 0], [1_000, 1], [9_000, 0]), 2_000)).toBeNull();
  expect([moves(twice(1)), moves(stamps([0, 0], [1, 1])), moves([])]).toEqual([false, true, false]);
});
