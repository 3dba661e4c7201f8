import { expect, test } from 'vitest';
import { UnsetKeys } from './unset-keys.js';

const NONE_LEFT = { finding: { verdict: 'skipped', code: 'no-fresh-key' } };

test('who waits for a key gets it, in turn, as long as addresses can be taken away', async () => {
  const keys = new UnsetKeys(['F'], () => true);
  expect(await keys.take()).toBe('F');
  const waiting = [keys.take(), keys.take()];
  keys.giveBack('F');
  expect(await waiting[0]).toBe('F');
  keys.giveBack('F');
  expect(await waiting[1]).toBe('F');
});

test('nobody waits for a key that turns out to be used up', async () => {
  let canClear = true;
  const keys = new UnsetKeys(['F'], () => canClear);
  await keys.take();
  const waiting = Promise.allSettled([keys.take(), keys.take()]);
  canClear = false;
  keys.giveBack('F');
  for (const settled of await waiting)
    expect(settled).toMatchObject({ status: 'rejected', reason: NONE_LEFT });
  await expect(keys.take()).rejects.toMatchObject(NONE_LEFT);
});

test('nobody waits for a key that nobody has', async () => {
  await expect(new UnsetKeys([], () => true).take()).rejects.toMatchObject(NONE_LEFT);
});

test('a key is unused until whoever took it first gives it back', async () => {
  const keys = new UnsetKeys(['F'], () => true);
  expect([keys.isUnused('F'), keys.isUnused('MAIN')]).toEqual([true, false]);
  await keys.take();
  expect(keys.isUnused('F')).toBe(true);
  keys.giveBack('MAIN');
  keys.giveBack('F');
  expect(keys.isUnused('F')).toBe(false);
});
