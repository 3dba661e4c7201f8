import { expect, test } from 'vitest';
import type { Case, Step } from '../cases/types.js';
import { abreast, Barrier, schedule, urgencyOf } from './schedule.js';

const step = (what: Step['do'], more: object = {}): Step => ({ do: what, ...more }) as unknown as Step;
const send = step('send');
const wait = step('expect-event');
const look = step('compare-responses');

const made = (phase: Case['phase'], steps: Step[], needs: Case['needs'] = []): Case =>
  ({ phase, steps, needs }) as unknown as Case;

const CASES: Case[] = [
  made('open', [send]), // 0
  made('open', [send, wait]), // 1
  made('open', [send, send, wait]), // 2
  made('open', [send], [{ kind: 'consent' }]), // 3
  made('unset', [step('presence'), step('presence')]), // 4
  made('unset', [step('address', { label: null }), send, wait]), // 5
  made('address', [step('address', { label: 'x' }), send, wait]), // 6
  made('clock', [step('clock'), step('address', { key: 'unset' }), wait]), // 7
  made('clock', [step('clock'), step('operate', { key: 'unset' }), wait]), // 8
  made('clock', [step('clock'), step('send', { request: { key: 'unset' } }), wait]), // 9
  made('invariant', [step('invariant')]), // 10
  made('last', [send, step('observe-retries')]), // 11
  made('open', [send, look, look]), // 12
  made('open', [send, step('inbox')], [{ kind: 'https' }]), // 13
  made('address', [send, step('address', { label: 'x' })]), // 14
  made('clock', [step('clock'), wait]), // 15
  made('open', [send, step('send', { lag: { behind: 'x', parts: [0] } }), step('expect-some-order')]), // 16
  made('last', [step('hang-up'), send, wait]), // 17
  made('spanning', [send, step('await-others'), wait]), // 18
  made('spanning', [send, step('await-others'), step('inbox')]), // 19
];

test('with contact points of their own, cases that need one go beside the others', () => {
  expect(schedule(CASES, 2)).toEqual({
    spanning: [18, 19],
    overlapping: [16],
    waiting: [2, 1, 3],
    beside: [5, 4, 13, 0, 12],
    address: [[6], [14]],
    secondAddress: [],
    clock: [[7, 8, 15], [9]],
    invariant: [10],
    last: [[17], [11]],
  });
});

test('without, they take the address of all away, so each of them goes alone', () => {
  const { beside, address, clock } = schedule(CASES, 0);
  expect(beside).toEqual([13, 0, 12]);
  expect(address).toEqual([[5], [4], [6], [14]]);
  // Who needs the main one's address walks before they take it.
  expect(clock).toEqual([[15], [7], [8], [9]]);
});

test('where events name no user, every case that waits for one goes alone', () => {
  expect(schedule(CASES, 2, true)).toEqual({
    spanning: [19],
    overlapping: [],
    waiting: [3],
    beside: [4, 13, 0, 12],
    address: [[18], [2], [5], [6], [16], [1], [14]],
    secondAddress: [],
    clock: [[7], [8], [9], [15]],
    invariant: [10],
    last: [[17], [11]],
  });
  expect(schedule(CASES, 0, true).address.flat().toSorted()).toEqual([1, 14, 16, 18, 2, 4, 5, 6]);
});

test('the longest chain of steps that take time goes first, and requests for nobody last', () => {
  const priority = (...steps: Step[]): number => urgencyOf(made('open', steps), steps);
  expect(priority(send, send, wait)).toBeGreaterThan(priority(send, wait));
  expect(priority(send, wait)).toBe(priority(send, wait, look, step('compare-responses')));
  expect(priority(wait)).toBeGreaterThan(priority(send, send, send));
  expect(priority(send, send)).toBeGreaterThan(priority(send));
  expect(priority(send, look)).toBe(priority(send));
  expect(urgencyOf(made('address', [send]), [send])).toBeGreaterThan(priority(send, send, send));
});

test('cases that set the same addresses walk abreast from there on, all others in line', () => {
  const set = (label: unknown, key?: string): Step => step('address', { label, key });
  const caseOf = (...steps: Step[]): Case => made('address', steps);
  const cases = [
    caseOf(set('x'), set('y'), send),
    caseOf(set('x'), set('y'), wait),
    caseOf(send, set('x'), set('y'), send),
    caseOf(set('y'), set('x'), send),
    caseOf(set('x', 'second'), set('y'), send),
    caseOf(set('x'), send, set('y')),
  ];
  const { address, secondAddress } = schedule(cases, 0);
  expect(address.map((group) => group.toSorted()).toSorted()).toEqual([[0, 2], [1], [3], [5]]);
  // Whatever else uses the second contact point relies on its address.
  expect(secondAddress).toEqual([[4]]);
  expect(abreast([send, set('x'), send])).toEqual([set('x'), send]);
  expect(abreast([send, send])).toEqual([]);
});

/** Of what would never end otherwise. */
const ENDS = { timeout: 5_000 };

test(
  'at a barrier nobody is ahead, nobody waits for who has left, and all leave together',
  ENDS,
  async () => {
    const steps = new Barrier();
    const told: string[] = [];
    const walk = async (name: string, length: number): Promise<void> => {
      steps.join();
      for (let count = 1; count <= length; count += 1) {
        await steps.arrive();
        told.push(`${count}${name}`);
      }
      await steps.leave();
      told.push(`end ${name}`);
    };
    await Promise.all([walk('a', 1), walk('b', 3), walk('c', 2)]);
    expect(told).toEqual(['1a', '1b', '1c', '2b', '2c', '3b', 'end a', 'end c', 'end b']);
  },
);
