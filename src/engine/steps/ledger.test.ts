import { expect, test } from 'vitest';
import type { LedgerStep } from '../../cases/types.js';
import { answered, stage, unanswered } from '../../testing/engine-stage.js';
import type { Outcome } from '../ports.js';
import { ledger } from './ledger.js';
import { send } from './send.js';

/** Of a run whose messages were answered so, what a law says of them. */
async function judged(answers: Outcome[], step: Partial<LedgerStep>, operation = 'sendText') {
  const { context, requests } = stage({ outcomes: answers });
  for (const _ of answers)
    await send(context, {
      do: 'send',
      request: { operation, body: { kind: 'documented' } },
      expect: { kind: 'documented' },
    });
  context.exchanges.splice(0);
  const whole: LedgerStep = { do: 'ledger', rule: 'success-flag', operation, ...step };
  const finding = await ledger(context, whole);
  const end = finding ? `${finding.verdict} ${finding.code}` : 'pass';
  return {
    finding,
    end,
    shown: context.exchanges.map(({ id }) => id),
    sent: requests.length - answers.length,
  };
}

let messages = 0;
const message = (more: object = {}): Outcome => {
  messages += 1;
  return answered(200, { success: true, message_id: `m${messages}`, timestamp: NOW, ...more });
};
const NOW = Date.now();
const UNIT: Partial<LedgerStep> = { rule: 'unit', field: 'timestamp' };
const UNIQUE: Partial<LedgerStep> = { rule: 'unique', field: 'message_id' };

test('a law asks nothing itself where something was asked', async () => {
  expect(await judged([message()], {})).toMatchObject({ end: 'pass', shown: [], sent: 0 });
});

test('of all broken answers the first is told, and five are shown', async () => {
  const bad = (): Outcome => message({ success: 'yes' });
  const { end, finding, shown } = await judged([message(), bad(), bad(), bad(), bad(), bad(), bad()], {});
  expect([end, shown]).toEqual(['fail shape', [1, 2, 3, 4, 5]]);
  expect(finding?.text).toContain('(6 of 7 answers; first in own)');
});

test('a moment in another unit is told with its name, wherever it comes', async () => {
  const seconds = message({ timestamp: Math.round(NOW / 1000) });
  const { end, finding, shown } = await judged([message(), seconds, message()], UNIT);
  expect([end, shown]).toEqual(['fail unit', [1]]);
  expect(finding?.received).toBe(`timestamp = ${Math.round(NOW / 1000)}`);
});

test('what is no number has no unit: another law judges its type', async () => {
  expect((await judged([message({ timestamp: 'soon' })], UNIT)).end).toBe('pass');
  const both = [message({ timestamp: 'soon' }), message({ timestamp: 1 })];
  expect((await judged(both, UNIT)).end).toBe('fail unit');
});

test('what two messages share is told, with both', async () => {
  const { finding, shown } = await judged(
    [message({ message_id: 'x' }), message(), message({ message_id: 'x' })],
    UNIQUE,
  );
  expect(shown).toEqual([0, 2]);
  expect(finding).toMatchObject({ code: 'repeated', received: '"x" twice' });
  expect((await judged([message(), message()], UNIQUE)).end).toBe('pass');
});

test.each<[what: string, answers: Outcome[], step: Partial<LedgerStep>]>([
  ['nothing came', [unanswered('reset')], {}],
  ['no answer has the field: unit', [answered(200, { success: true })], UNIT],
  ['no answer has the field: unique', [answered(200, { success: true })], UNIQUE],
  ['a proxy answers', [answered(503, '')], {}],
])('a law is not exercised where %s', async (_, answers, step) => {
  expect((await judged(answers, step)).end).toBe('inconclusive not-exercised');
});

test('a law about a field that no version lists is a fault of the checker', async () => {
  await expect(judged([message()], { rule: 'unit', field: 'other' })).rejects.toThrow('has no field other');
});

test('where nothing was asked the law asks, also for what no version lists', async () => {
  const { context, requests } = stage();
  const step: LedgerStep = { do: 'ledger', rule: 'success-flag', operation: 'sendText' };
  expect(await ledger(context, step)).toBeNull();
  expect(await ledger(context, { ...step, operation: null })).toBeNull();
  expect(requests.map(({ url, body }) => [new URL(url).pathname.split('/').at(-1), body !== null])).toEqual([
    ['sendText', true],
    [context.description.http.unknownOperation, false],
  ]);
});
