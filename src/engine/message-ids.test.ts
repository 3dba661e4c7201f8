import { expect, test } from 'vitest';
import { MessageIds } from './message-ids.js';
import type { ReadEvent } from './run-context.js';

const event = (payload: unknown, whole?: unknown): ReadEvent => ({
  name: 'Delivered',
  user: null,
  payload,
  ...(whole !== undefined && { whole }),
});
const AT = { address: 'main' };

test('an event is of the users whose messages it names, wherever it names them', () => {
  const ids = new MessageIds();
  ids.note('m-1', { user: 'a', key: 'K' });
  ids.note('m-2', { user: 'b', key: 'K' });
  ids.note('m-3', { user: 'a', key: 'K' });
  expect(ids.size).toBe(3);
  expect(ids.usersIn(event({ deep: [{ id: 'm-1' }] }), AT)).toEqual(['a']);
  expect(ids.usersIn(event({ ids: ['m-1', 'm-2', 'm-3'] }), AT)).toEqual(['a', 'b']);
  expect(ids.usersIn(event({}, { list: [{}], of: 'm-2' }), AT)).toEqual(['b']);
  expect(ids.usersIn(event({ text: 'about m-1' }), AT)).toEqual([]);
  expect([ids.namesAny(event(['m-3'])), ids.namesAny(event(['m-4']))]).toEqual([true, false]);
});

test('an id that two contact points gave is told apart by the address, where that is known', () => {
  const ids = new MessageIds();
  ids.note('m-1', { user: 'a', key: 'K' });
  ids.note('m-1', { user: 'b', key: 'L' });
  ids.addressed('main', 'K');
  ids.addressed('other', 'L');
  expect(ids.usersIn(event('m-1'), { address: 'main' })).toEqual(['a']);
  expect(ids.usersIn(event('m-1'), { address: 'other' })).toEqual(['b']);
  expect(ids.usersIn(event('m-1'), { address: 'unknown' })).toEqual(['a', 'b']);
});

test('one that none of the contact point owns is of whoever owns it', () => {
  const ids = new MessageIds();
  ids.note('m-1', { user: 'b', key: 'L' });
  ids.addressed('main', 'K');
  expect(ids.usersIn(event('m-1'), AT)).toEqual(['b']);
});
