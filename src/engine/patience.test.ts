import { expect, test } from 'vitest';
import { Patience } from './patience.js';

function after(missed: readonly number[], came: readonly number[] = []): number {
  const patience = new Patience(10_000, 500);
  for (const ms of came) patience.came('a', ms);
  for (const ms of missed) patience.missed('a', ms);
  expect(patience.of('b')).toBe(10_000);
  return patience.of('a');
}

const FULL = 10_000;

test.each<[what: string, left: number, missed: number[], came: number[]]>([
  ['nothing was missed', 10_000, [], [9_900]],
  ['some were missed', 10_000, [FULL, FULL], []],
  ['many were missed', 1_000, [FULL, FULL, FULL], []],
  ['many had no time enough', 10_000, [FULL, FULL, 9_999, 1_000], []],
  ['many were missed of which others came soon', 1_000, [FULL, FULL, FULL], [10]],
  ['many were missed of which others came late', 4_000, [FULL, FULL, FULL], [10, 2_000, 20]],
  ['many were missed of which others came at the last moment', 10_000, [FULL, FULL, FULL], [9_900]],
])('patience where %s', (_, left, missed, came) => {
  expect(after(missed, came)).toBe(left);
});

test('what is waited for at least is more where that was asked for', () => {
  const patience = new Patience(10_000, 3_000);
  for (let missed = 0; missed < 3; missed += 1) patience.missed('a', FULL);
  expect(patience.of('a')).toBe(1_000);
  patience.came('a', 10);
  expect(patience.of('a')).toBe(3_000);
});

test('what the run has no patience for usually, it has none for elsewhere; the other way round it has', () => {
  const patience = new Patience(10_000, 500);
  for (let missed = 0; missed < 3; missed += 1) patience.missed('usual', FULL);
  patience.came('usual', 2_000);
  expect(patience.of('elsewhere', 'usual')).toBe(4_000);
  for (let missed = 0; missed < 3; missed += 1) patience.missed('astray', FULL);
  expect(patience.of('good')).toBe(10_000);
  expect(patience.of('astray', 'good')).toBe(1_000);
});
