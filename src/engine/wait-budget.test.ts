import { expect, test } from 'vitest';
import { MISSED_BEFORE, WaitBudget } from './wait-budget.js';

function after(missed: readonly number[], came: readonly number[] = []): number {
  const waitBudget = new WaitBudget(10_000, 500);
  for (const ms of came) waitBudget.came('a', ms);
  for (const ms of missed) waitBudget.missed('a', ms);
  expect(waitBudget.of('b')).toBe(10_000);
  return waitBudget.of('a');
}

const FULL = 10_000;

test.each<[what: string, left: number, missed: number[], came: number[]]>([
  ['nothing was missed', 10_000, [], [9_900]],
  ['some were missed', 10_000, [FULL, FULL], []],
  ['many were missed', 1_000, [FULL, FULL, FULL], []],
  ['very many were missed', 500, [FULL, FULL, FULL, ...Array.from({ length: 7 }, () => 1_000)], []],
  ['very many were missed, and one came', 1_000, Array.from({ length: 12 }, () => FULL), [10]],
  ['many had no time enough', 10_000, [FULL, FULL, 9_999, 1_000], []],
  ['many were missed of which others came soon', 1_000, [FULL, FULL, FULL], [10]],
  ['many were missed of which others came late', 4_000, [FULL, FULL, FULL], [10, 2_000, 20]],
  ['many were missed of which others came at the last moment', 10_000, [FULL, FULL, FULL], [9_900]],
  ['one came late among the last', 8_000, [FULL, FULL, FULL], [10, 4_000, ...Array(31).fill(10)]],
  ['one came late long ago', 1_000, [FULL, FULL, FULL], [10, 4_000, ...Array(32).fill(10)]],
])('wait budget where %s', (_, left, missed, came) => {
  expect(after(missed, came)).toBe(left);
});

test('what is waited for at least is more where that was asked for', () => {
  const waitBudget = new WaitBudget(10_000, 3_000);
  for (let missed = 0; missed < 3; missed += 1) waitBudget.missed('a', FULL);
  expect(waitBudget.of('a')).toBe(1_000);
  waitBudget.came('a', 10);
  expect(waitBudget.of('a')).toBe(3_000);
});

test('what the run no longer waits for usually, it waits for nowhere; the other way round it does', () => {
  const waitBudget = new WaitBudget(10_000, 500);
  for (let missed = 0; missed < 3; missed += 1) waitBudget.missed('usual', FULL);
  waitBudget.came('usual', 2_000);
  expect(waitBudget.of('elsewhere', 'usual')).toBe(4_000);
  for (let missed = 0; missed < 3; missed += 1) waitBudget.missed('astray', FULL);
  expect(waitBudget.of('good')).toBe(10_000);
  expect(waitBudget.of('astray', 'good')).toBe(1_000);
});

test('while events are queued, no wait is shortened until many were in vain', () => {
  let isQueued = true;
  const waitBudget = new WaitBudget(10_000, 500, { isQueued: () => isQueued, holdsUpAll: () => false });
  waitBudget.came('a', 100);
  for (let count = 0; count < MISSED_BEFORE; count += 1) waitBudget.missed('a', 10_000);
  expect([waitBudget.of('a'), waitBudget.soonMs('a')]).toEqual([10_000, 10_000]);
  isQueued = false;
  expect(waitBudget.of('a')).toBeLessThan(2_000);
});

test('not even a queue explains what did not arrive, however often it was awaited', () => {
  const waitBudget = new WaitBudget(10_000, 500, { isQueued: () => true, holdsUpAll: () => false });
  for (let count = 0; count < 9; count += 1) waitBudget.missed('a', 10_000);
  expect(waitBudget.of('a')).toBe(10_000);
  waitBudget.missed('a', 10_000);
  expect(waitBudget.of('a')).toBe(500);
  waitBudget.came('a', 3_000);
  expect(waitBudget.of('a')).toBe(6_000);
});

test('while events are queued, the slowest of all counts, however long ago it came', () => {
  let isQueued = true;
  const waitBudget = new WaitBudget(10_000, 500, { isQueued: () => isQueued, holdsUpAll: () => false });
  for (let count = 0; count < 10; count += 1) waitBudget.missed('a', FULL);
  for (const ms of [4_000, ...Array(32).fill(10)]) waitBudget.came('a', ms);
  expect(waitBudget.of('a')).toBe(8_000);
  isQueued = false;
  expect(waitBudget.of('a')).toBe(1_000);
});

test('where each wait holds up all cases, one in vain shortens the next, at whatever address and of whatever version', () => {
  let holdsUpAll = false;
  const waitBudget = new WaitBudget(10_000, 500, { isQueued: () => false, holdsUpAll: () => holdsUpAll });
  waitBudget.came('1.2 Closed', 2_000);
  waitBudget.missed('1.0 Closed', FULL);
  holdsUpAll = true;
  expect(waitBudget.of('1.0 Closed')).toBe(10_000);
  waitBudget.missed('1.0 Closed', 9_000);
  expect(waitBudget.of('1.0 Closed')).toBe(10_000);
  waitBudget.missed('astray', FULL, '1.0 Closed');
  expect(['1.0 Closed', '1.2 Closed', '1.0 TextMessage'].map((kind) => waitBudget.of(kind))).toEqual([
    500, 4_000, 10_000,
  ]);
  expect(waitBudget.of('astray', '1.2 Closed')).toBe(4_000);
  holdsUpAll = false;
  expect(waitBudget.of('1.2 Closed')).toBe(10_000);
});

test('there the slowest that came meanwhile counts, of whatever kind: what came before may have had a busy machine', () => {
  let holdsUpAll = false;
  const waitBudget = new WaitBudget(10_000, 500, { isQueued: () => false, holdsUpAll: () => holdsUpAll });
  waitBudget.came('1.0 Closed', 4_000);
  holdsUpAll = true;
  waitBudget.missed('1.0 Closed', FULL);
  expect(waitBudget.of('1.0 Closed')).toBe(8_000);
  waitBudget.came('1.0 TextMessage', 700);
  expect(waitBudget.of('1.0 Closed')).toBe(1_400);
});

test('where each wait holds up all cases, nobody stands in a queue', () => {
  const waitBudget = new WaitBudget(10_000, 500, { isQueued: () => true, holdsUpAll: () => true });
  waitBudget.missed('1.0 Closed', FULL);
  expect(waitBudget.of('1.2 Closed')).toBe(500);
});
