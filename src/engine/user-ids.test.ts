import { expect, test } from 'vitest';
import type { Case, Step } from '../cases/types.js';
import { holdsNonce, isUserOfAnotherRun, userId, usersOf } from './user-ids.js';

const OWN = '0123456789';

test.each([
  ['u-fedcba9876-00001a', true],
  ['U-FEDCBA9876-00001A', true],
  [`u-${OWN}-00001a`, false],
  [`U-${OWN}-00001A`, false],
  ['my u-fedcba9876-00001a', false],
  ['u-fedcba987-00001a', false],
  ['ada', false],
])('%s is a user of another run: %s', (user, is) => {
  expect(isUserOfAnotherRun(OWN)(user)).toBe(is);
});

test('users of a case differ from each other and from those of other cases', () => {
  const by = (user: 'b' | 'A'): Step => ({ do: 'operate', action: 'close', user, parameters: {} });
  const testCase: Pick<Case, 'steps'> = { steps: [by('b'), by('A')] };
  const all = [...usersOf(OWN, 1, testCase), ...usersOf(OWN, 2, testCase)];
  expect(new Set(all).size).toBe(6);
  expect(all).toContain(`u-${OWN}-00001a`.toUpperCase());
});

test('a case that goes through destinations has users of its own for each', () => {
  const all = usersOf(OWN, 1, { steps: [], eachDestination: 'main' });
  expect(all.slice(0, 2)).toEqual([`u-${OWN}-00001a-0`, `u-${OWN}-00001a-1`]);
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  ['{user} x', `u-${OWN}-00007a x`],
  ['0{digits}', '09000488671834500007'],
])('an id of the shape %s is %s, and holds the nonce', (shape, id) => {
  expect(userId({ nonce: OWN, serial: 7 }, 'b', { b: shape })).toBe(id);
  expect(holdsNonce(OWN)(id)).toBe(true);
});

test('an id with neither the nonce nor its digits is not of the run', () => {
  expect(holdsNonce(OWN)('u-fedcba9876-00001a')).toBe(false);
});
