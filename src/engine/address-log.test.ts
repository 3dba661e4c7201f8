import { expect, test } from 'vitest';
import { AddressLog } from './address-log.js';

const POINT = 'key of the second contact point';

function logOf(): AddressLog {
  const log = new AddressLog();
  log.wrote('u-1', 'main key');
  log.wrote('u-1', POINT);
  return log;
}

test('what comes to the address of the second contact point is set aside, even before that is answered', () => {
  const log = logOf();
  expect(log.isAside(POINT, 'second', 'u-1')).toBe(false);
  log.offers('second', POINT);
  expect(log.isAside(POINT, 'second', 'u-1')).toBe(true);
  expect(log.isAside(POINT, 'main', 'u-1')).toBe(false);
  expect(log.isAside(null, 'second', 'u-1')).toBe(false);
});

test('of a user whose case listens there, or who has not written there, it is not', () => {
  const log = logOf();
  log.offers('second', POINT);
  expect(log.isAside(POINT, 'second', 'u-2')).toBe(false);
  log.hears('u-1');
  expect(log.isAside(POINT, 'second', 'u-1')).toBe(false);
});

test('an address may still be the current one where the request that replaces it was never answered', () => {
  const log = new AddressLog();
  const set = (label: string, left: number, answered: number | null): void =>
    log.set({ label, key: 'main key', version: '1.2', left, answered });
  log.wrote('u-1', 'main key');
  set('first', 0, 5);
  set('second', 10, null);
  const current = (): boolean[] =>
    ['first', 'second', 'third'].map((label) => log.wasCurrent(label, 'u-1', 100, 200));
  expect(current()).toEqual([true, true, false]);
  set('third', 20, 25);
  expect(current()).toEqual([false, false, true]);
});

test('an event came from a contact point of another user by its address, or by where both wrote', () => {
  const log = new AddressLog();
  log.offers('own', POINT);
  log.wrote('u-1', POINT);
  log.wrote('u-1', 'elsewhere');
  log.wrote('u-2', POINT);
  log.wrote('u-3', 'elsewhere');
  const of = (label: string): boolean[] =>
    ['u-2', 'u-3'].map((other) => log.isOfPointOf(label, 'u-1', other));
  expect(of('own')).toEqual([true, false]);
  expect(of('unknown')).toEqual([true, true]);
});

test('an address is current until another one has been set for its contact point', () => {
  const log = new AddressLog();
  const set = (label: string, key: string, left: number): void =>
    log.set({ label, key, version: '1.0', left, answered: left + 5 });
  set('first', 'MAIN', 0);
  set('other', 'SECOND', 10);
  expect(['first', 'other', 'never'].map((label) => log.isCurrent(label))).toEqual([true, true, false]);
  set('next', 'MAIN', 20);
  expect(['first', 'other', 'next'].map((label) => log.isCurrent(label))).toEqual([false, true, true]);
});

test('the current addresses of the contact points that a user wrote to', () => {
  const log = new AddressLog();
  const set = (label: string, key: string, left: number): void =>
    log.set({ label, key, version: '1.0', left, answered: left + 5 });
  log.wrote('u-1', 'MAIN');
  set('first', 'MAIN', 0);
  set('other', 'SECOND', 0);
  set('next', 'MAIN', 20);
  expect([10, 22, 30].map((at) => log.currentFor('u-1', at))).toEqual([
    ['first'],
    ['first', 'next'],
    ['next'],
  ]);
  expect(log.currentFor('u-2', 10)).toEqual([]);
});
