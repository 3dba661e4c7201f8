import { expect, test } from 'vitest';
import { EventPace } from './event-pace.js';

/** Events that came this long after their causes, one cause each 10 ms. */
function learned(times: number[]): EventPace {
  const pace = new EventPace(20, 10_000);
  for (const [at, ms] of times.entries()) pace.learn(ms, at * 10, { address: 'main', isAlone: false });
  return pace;
}

const few = (ms: number): number[] => new Array<number>(5).fill(ms);

test.each<[string, number[], boolean]>([
  ['as slow as in the crowd', few(600), true],
  ['a little faster', few(450), true],
  ['much faster', few(150), false],
  ['as slow, but seen too rarely', few(600).slice(1), false],
  ['now fast and now slow', [...few(600), ...few(5)], false],
  ['fast once, of an earlier cause', [0, ...few(600)], true],
])('few events are %s', (_, times, isSteady) => {
  const pace = new EventPace(20, 10_000);
  for (const ms of times) pace.noteAmongFew(ms, 0);
  expect(pace.isSteady(600)).toBe(isSteady);
  pace.forgetFew();
  expect(pace.isSteady(0)).toBe(false);
});

test('what is usual follows the median of the latest events downwards, and upwards only while hardly any others are awaited', () => {
  const many = new Array<number>(15).fill(900);
  const pace = learned(many);
  expect([pace.promptMs, pace.lateMs]).toEqual([250, 500]);
  pace.learn(900, 1_000, { address: 'main', isAlone: true });
  expect([pace.promptMs, pace.lateMs, pace.settledMs]).toEqual([1_350, 2_250, 1_350]);
  for (let count = 0; count < 15; count += 1)
    pace.learn(100, 1_000 + count, { address: 'main', isAlone: false });
  expect([pace.promptMs, pace.lateMs, pace.settledMs]).toEqual([250, 500, 150]);
});

test('a service may take as long as a quarter of the timeout, and no longer', () => {
  expect(learned(few(600)).slowestMs).toBe(600);
  expect(learned(few(6_000)).slowestMs).toBe(2_500);
});

test('events among few that vary, some about as slow as the slowest was, show after a whole timeout that there is no queue', () => {
  const pace = new EventPace(100, 10_000);
  const times = Array.from({ length: 15 }, (_, at) => (at % 3 === 0 ? 900 : 100));
  for (const [at, ms] of times.entries()) pace.noteAmongFew(ms, at * 100);
  expect([pace.isSteady(1_000), pace.isVaried(1_000)]).toEqual([false, false]);
  for (const [at, ms] of times.entries()) pace.noteAmongFew(ms, 10_000 + at * 100);
  expect([pace.isVaried(1_000), pace.isVaried(2_000)]).toEqual([true, false]);
  pace.forgetFew();
  expect(pace.isVaried(1_000)).toBe(false);
});
