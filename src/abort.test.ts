import { expect, test } from 'vitest';
import { whenAborted } from './abort.js';

test('each who waits is called once, in order, and who took it back is not', () => {
  const controller = new AbortController();
  const called: string[] = [];
  whenAborted(controller.signal, () => called.push('first'));
  const unsubscribe = whenAborted(controller.signal, () => called.push('second'));
  whenAborted(controller.signal, () => called.push('third'));
  unsubscribe();
  controller.abort();
  controller.abort();
  expect(called).toEqual(['first', 'third']);
});

test('one who is called may take back another, or wait again', () => {
  const controller = new AbortController();
  const called: string[] = [];
  whenAborted(controller.signal, () => {
    called.push('first');
    whenAborted(controller.signal, () => called.push('never'));
  });
  whenAborted(controller.signal, () => called.push('second'));
  controller.abort();
  expect(called).toEqual(['first', 'second']);
});

test('without a signal there is nothing to wait for', () => {
  expect(() => whenAborted(undefined, () => undefined)()).not.toThrow();
});
