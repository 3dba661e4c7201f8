import { expect, test } from 'vitest';
import { VirtualClock } from '../virtual/ports.js';
import { Breaker, type Permit } from './breaker.js';

const TIMEOUT_MS = 10_000;
const ORIGIN = 'https://target';

/** A target that answers at once, hangs, or refuses connections, and what asks it. */
function scene() {
  const clock = new VirtualClock(0);
  const breaker = new Breaker({ now: () => clock.now(), after: (ms, call) => clock.after(ms, call) });
  let target: 'answers' | 'hangs' | 'refuses' = 'answers';
  let under = 0;
  const tries: number[] = [];
  const ask = async (signal?: AbortSignal, origin = ORIGIN): Promise<Permit | 'answered' | 'unanswered'> => {
    const permit = await breaker.admit(origin, signal);
    if (permit === 'given-up' || permit === 'aborted') return permit;
    const began = clock.now();
    under += 1;
    if (permit === 'try') tries.push(under);
    if (target === 'hangs') await clock.sleep(TIMEOUT_MS);
    under -= 1;
    const answered = target === 'answers';
    breaker.ended(origin, { permit, answered, began, timeoutMs: TIMEOUT_MS });
    return answered ? 'answered' : 'unanswered';
  };
  return {
    clock,
    tries,
    ask,
    become: (next: typeof target) => {
      target = next;
    },
    asked: (count: number) => clock.during(Promise.all(Array.from({ length: count }, () => ask()))),
  };
}

const counted = (ends: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(ends)].map((end) => [end, ends.filter((each) => each === end).length]));

test('requests to a target that answers all go at once', async () => {
  const { asked, tries } = scene();
  expect(counted(await asked(100))).toEqual({ answered: 100 });
  expect(tries).toEqual([]);
});

test('a target that hangs from some request on costs the time of two requests, and one request at a time tries it', async () => {
  const { clock, asked, become, tries } = scene();
  await asked(1);
  become('hangs');
  expect(counted(await asked(32))).toEqual({ unanswered: 32 });
  expect(counted(await asked(500))).toEqual({ unanswered: 1, 'given-up': 499 });
  expect([clock.now(), tries]).toEqual([2 * TIMEOUT_MS, [1]]);
});

test('a target that refuses connections is tried for as long, ever less often', async () => {
  const { clock, asked, become, tries } = scene();
  await asked(1);
  become('refuses');
  await asked(8);
  const { unanswered = 0, 'given-up': rest = 0 } = counted(await asked(500));
  expect([unanswered < 20, unanswered + rest]).toEqual([true, 500]);
  expect(tries.every((under) => under === 1)).toBe(true);
  expect(clock.now()).toBeGreaterThanOrEqual(2 * TIMEOUT_MS);
  expect(clock.now()).toBeLessThan(2 * TIMEOUT_MS + 2_500);
});

test.each(['hangs', 'refuses'] as const)('a target that %s for a while is not given up', async (state) => {
  const { clock, asked, become } = scene();
  await asked(1);
  become(state);
  await asked(8);
  clock.after(8_000, () => become('answers'));
  const { answered = 0, unanswered = 0, ...others } = counted(await asked(500));
  expect(others).toEqual({});
  expect([answered > 490, unanswered < 10]).toEqual([true, true]);
});

test('a target that was given up is tried again after a long while', async () => {
  const { clock, asked, become } = scene();
  await asked(1);
  become('hangs');
  await asked(8);
  await asked(2);
  become('answers');
  expect(counted(await asked(3))).toEqual({ 'given-up': 3 });
  await clock.during(clock.sleep(5 * TIMEOUT_MS));
  expect(counted(await asked(3))).toEqual({ answered: 3 });
});

test.each([
  ['one that answers now and then', [7, 1, 7, 1, 7]],
  ['too few requests to tell', [7]],
])('nothing stops for %s', async (_, counts) => {
  const { asked, become, tries } = scene();
  await asked(1);
  for (const [at, count] of counts.entries()) {
    become(at % 2 === 0 ? 'hangs' : 'answers');
    await asked(count);
  }
  expect(tries).toEqual([]);
});

test('one that never answered cannot stop, and each origin is its own', async () => {
  const { clock, ask, asked, become, tries } = scene();
  become('refuses');
  expect(counted(await asked(50))).toEqual({ unanswered: 50 });
  become('answers');
  await asked(1);
  become('hangs');
  await asked(8);
  become('answers');
  expect(await clock.during(ask(undefined, 'https://other'))).toBe('answered');
  expect(tries).toEqual([]);
});

test('who waits stops waiting when the run is interrupted', async () => {
  const { clock, ask, asked, become } = scene();
  await asked(1);
  become('hangs');
  await asked(8);
  const interrupt = new AbortController();
  const first = ask();
  const second = ask(interrupt.signal);
  interrupt.abort();
  expect(await clock.during(second)).toBe('aborted');
  expect(await clock.during(first)).toBe('unanswered');
});
