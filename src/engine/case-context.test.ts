import { expect, test } from 'vitest';
import { answered, stage } from '../../test/support/engine/engine-stage.js';
import { sendRequest } from './steps/send.js';

test('each request has an example of its own, and by turns sorts before and after the last', () => {
  const { context } = stage();
  const given = [1, 2, 3].map(() => context.values('a'));
  expect(given.map(({ n, zigzag }) => [n, zigzag])).toEqual([
    ['1', 'b'],
    ['2', 'a'],
    ['3', 'b'],
  ]);
});

test('what was done last is undone first', async () => {
  const { context } = stage();
  const done: string[] = [];
  for (const what of ['a', 'b', 'c'])
    context.afterwards(() => {
      done.push(what);
      return Promise.resolve();
    });
  expect(await context.finish()).toBeNull();
  expect(done).toEqual(['c', 'b', 'a']);
});

test('a case begins with nothing observed', () => {
  const { context } = stage();
  expect([context.observations, context.exchanges, context.watches]).toEqual([[], [], []]);
});

const LENT = { ...answered(200, { success: true }), release: () => undefined };

test('of a case that has been judged every large response is released', async () => {
  const { context } = stage({ outcomes: [LENT] });
  for (const _ of [1, 2])
    await sendRequest(context, {
      do: 'send',
      request: { operation: 'sendText', body: { kind: 'documented' } },
      expect: { kind: 'accepted' },
    });
  const whole = () => context.exchanges.filter(({ outcome }) => 'release' in outcome).length;
  expect(whole()).toBe(2);
  context.releaseResponses();
  expect(whole()).toBe(0);
});
