import { expect, test } from 'vitest';
import type { Case, Step } from '../cases/types.js';
import { casesOfUsersIn, holdsNonce, isUserOfAnotherRun, MessageIds, userId, usersOf } from './ids.js';
import type { ReadEvent } from './ports.js';

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
  ['0{number}', `01${String(BigInt(`0x${OWN}`) % 100_000_000n).padStart(8, '0')}00007`],
])('an id of the shape %s is %s, and holds the nonce', (shape, id) => {
  expect(userId({ nonce: OWN, serial: 7 }, 'b', { b: shape })).toBe(id);
  expect(holdsNonce(OWN)(id)).toBe(true);
});

test('an id with neither the nonce nor its digits is not of the run', () => {
  expect(holdsNonce(OWN)('u-fedcba9876-00001a')).toBe(false);
});

const event = (payload: unknown, whole?: unknown): ReadEvent => ({
  name: 'Delivered',
  user: null,
  payload,
  ...(whole !== undefined && { whole }),
});

test('texts are of the users whose messages they name', () => {
  const ids = new MessageIds();
  ids.addressed('main', 'K');
  ids.note('m-1', { user: 'a', key: 'K' });
  ids.note('m-2', { user: 'b', key: 'K' });
  ids.note('m-3', { user: 'a', key: 'K' });
  expect(ids.news).toEqual(['main', 'm-1', 'm-2', 'm-3']);
  expect([...ids.usersOf(['m-1', 'm-2', 'm-3', 'm-4'], 'main')]).toEqual(['a', 'b']);
  expect([...ids.usersOf(['about m-1'], 'main')]).toEqual([]);
  expect([ids.countOf('a'), ids.countOf('b'), ids.countOf('c')]).toEqual([2, 1, 0]);
});

test('an event names a message wherever it holds the id, as the name of a member too', () => {
  const ids = new MessageIds();
  ids.note('m-1', { user: 'a', key: 'K' });
  const named = [['m-1'], { deep: [{ id: 'm-1' }] }, { 'm-1': 'seen' }].map((payload) => event(payload));
  expect([...named, event({}, { of: 'm-1' })].every((each) => ids.namesAny(each))).toBe(true);
  expect([event(['m-2']), event({ text: 'about m-1' })].some((each) => ids.namesAny(each))).toBe(false);
});

test('an id that two contact points gave is told apart by the address, once it is known whose that is', () => {
  const ids = new MessageIds();
  ids.note('m-1', { user: 'b', key: 'L' });
  expect([...ids.usersOf(['m-1'], 'main')]).toEqual([]);
  ids.addressed('main', 'K');
  ids.addressed('other', 'L');
  expect([...ids.usersOf(['m-1'], 'main')]).toEqual([]);
  ids.note('m-1', { user: 'a', key: 'K' });
  expect([...ids.usersOf(['m-1'], 'main')]).toEqual(['a']);
  expect([...ids.usersOf(['m-1'], 'other')]).toEqual(['b']);
  expect([...ids.anyUsersOf(['m-1'])]).toEqual(['b', 'a']);
});

test.each([
  ['Message 1 of u-abc-00012a', [12]],
  ['Message 1 of u-abc-00012b, like U-ABC-00012A', [12, 12]],
  ['Message 1 of u-abc-00013a', [13]],
  ['from u-abc-00012a to u-abc-00002a', [12, 2]],
  ['of u-xyz-00013a', []],
  ['of nobody', []],
])('"%s" names users of the cases %j', (text, serials) => {
  expect(casesOfUsersIn('abc')(text)).toEqual(serials);
});
