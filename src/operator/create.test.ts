import { expect, test } from 'vitest';
import { createOperator } from './create.js';

const CONTEXT = { secrets: [], input: false, shows: ['text'], instructions: {} };

test('each setting has its driver, and none of them starts anything', async () => {
  const none = createOperator({ kind: 'none' }, CONTEXT);
  const exec = createOperator({ kind: 'exec', command: ['./missing'], folder: '/' }, CONTEXT);
  const http = createOperator(
    { kind: 'http', baseUrl: 'http://127.0.0.1:9', headers: {}, actions: {}, inbox: null },
    CONTEXT,
  );
  const manual = createOperator({ kind: 'manual', timeLimitMs: 1_000 }, CONTEXT);
  const all = [none, exec, http, manual];
  expect(all.map(({ name }) => name)).toEqual(['none', 'exec', 'http', 'manual']);
  expect(all.map(({ shows }) => shows)).toEqual([[], ['text'], [], []]);
  expect(all.map((operator) => operator.supports('close'))).toEqual([false, true, false, false]);
  await Promise.all(all.map((operator) => operator.close()));
});

test('without a driver every action is unsupported', async () => {
  const none = createOperator({ kind: 'none' }, CONTEXT);
  const reason = { ok: false, kind: 'unsupported', text: 'no driver is configured' };
  expect([await none.perform('close', {}), await none.inbox({})]).toEqual([reason, reason]);
});
