import { expect, test } from 'vitest';
import type { KeyChange } from '../cases/request-plan.js';
import { changedKey, nearKeys, UnsetKeys } from './keys.js';

const NONE_LEFT = { finding: { verdict: 'skipped', code: 'no-fresh-key' } };

test('who waits for a key gets it, in turn, as long as addresses can be taken away', async () => {
  const keys = new UnsetKeys({ main: 'MAIN', fresh: ['F'] }, () => true);
  expect(await keys.take()).toBe('F');
  const waiting = [keys.take(), keys.take()];
  keys.giveBack('F');
  expect(await waiting[0]).toBe('F');
  keys.giveBack('F');
  expect(await waiting[1]).toBe('F');
});

test('nobody waits for a key that turns out to be used up', async () => {
  let canClear = true;
  const keys = new UnsetKeys({ main: 'MAIN', fresh: ['F'] }, () => canClear);
  await keys.take();
  const waiting = Promise.allSettled([keys.take(), keys.take()]);
  canClear = false;
  keys.giveBack('F');
  for (const settled of await waiting)
    expect(settled).toMatchObject({ status: 'rejected', reason: NONE_LEFT });
  await expect(keys.take()).rejects.toMatchObject(NONE_LEFT);
});

test('where none is fresh, everybody gets the main one', async () => {
  const keys = new UnsetKeys({ main: 'MAIN', fresh: [] }, () => true);
  expect([await keys.take(), await keys.take()]).toEqual(['MAIN', 'MAIN']);
});

test('a key is unused until whoever took it first gives it back', async () => {
  const keys = new UnsetKeys({ main: 'MAIN', fresh: ['F'] }, () => true);
  expect([keys.isUnused('F'), keys.isUnused('MAIN')]).toEqual([true, false]);
  await keys.take();
  expect(keys.isUnused('F')).toBe(true);
  keys.giveBack('MAIN');
  keys.giveBack('F');
  expect(keys.isUnused('F')).toBe(false);
});

const NONCE = 'abcdef0123';

test.each<[KeyChange, key: string, changed: string | null]>([
  ['longer', '0123456789abcdef', '0123456789abcdef0'],
  ['longer', '7', '7abcdef0123'],
  ['longer-before', '0123456789abcdef', '00123456789abcdef'],
  ['longer-before', '7', 'abcdef01237'],
  ['cut-at-end', '0123456789abcdef', '0123456789abcde'],
  ['cut-at-start', '0123456789abcdef', '123456789abcdef'],
  ['cut-in-half', '0123456789abcdef0123', '0123456789'],
  ['cut-in-half', '0123456789', '01234567'],
  ['cut-in-half', '01234567', null],
  ['cut-at-end', '01234567', null],
  ['cut-at-start', '7', null],
  ['other-at-end', '0123456~', '0123456!'],
  ['other-inside', '01234567', '0123~567'],
  ['other-at-start', '0123456', null],
  ['other-case', 'aB-1', 'Ab-1'],
  ['other-case', '12-34', null],
  ['blank-before', 'a', ' a'],
  ['blank-after', 'a', 'a '],
])('%s of %s', (change, key, changed) => {
  expect(changedKey(key, change, NONCE)).toBe(changed);
});

test('the parts of a key that are sent are known', () => {
  expect(nearKeys('0123456789abcdef')).toEqual([
    '0123456789abcde',
    '01234567',
    '123456789abcdef',
    '01234567~9abcdef',
  ]);
  expect(nearKeys('12345678')).toEqual(['1234~678']);
  expect(nearKeys('1234567')).toEqual([]);
});
