import { expect, test } from 'vitest';
import type { Case } from '../cases/types.js';
import { TimeLeft } from './time-left.js';

const CASES = Array.from({ length: 100 }, (_, at) => ({
  id: String(at),
  steps: [{ do: 'send' }, { do: 'notified' }, { do: 'inbox' }],
})) as unknown as Case[];

/** A run of a hundred cases, each of which takes this long, one after the other: what is said after so many. */
function saidAfter(times: readonly number[]): string | null {
  let now = 0;
  const left = new TimeLeft(CASES, () => now);
  for (const [at, ms] of times.entries()) {
    const testCase = CASES[at] as Case;
    left.note(testCase, 1);
    now += ms;
    left.note(testCase, 3);
  }
  return left.words;
}

const cases = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

test('what is left takes as long as what is done, step for step', () => {
  expect(saidAfter(cases(50, 1_000))).toBe('about 50 s left');
  expect(saidAfter(cases(20, 2_000))).toBe('about 3 min left');
});

test('the pace of the last minute counts', () => {
  expect(saidAfter([...cases(20, 10_000), ...cases(40, 1_500)])).toBe('about 60 s left');
});

test('nothing is said at the beginning, near the end, and while nothing goes on', () => {
  expect(saidAfter(cases(9, 1_000))).toBeNull();
  expect(saidAfter(cases(85, 1_000))).toBeNull();
  expect(saidAfter([])).toBeNull();
});
