import { expect, test } from 'vitest';
import { answered, stage, unanswered } from '../../../test/support/engine/engine-stage.js';
import type { KeyChoice, RequestPlan } from '../../cases/request-plan.js';
import type { InvariantStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import type { Outcome } from '../ports.js';
import { compareResponses, invariant as law } from './invariant.js';
import { sendRequest } from './send.js';

/** What a law says when the run ends here. */
async function invariant(context: CaseContext, step: InvariantStep): Promise<Finding | null> {
  await law(context, step);
  return (await context.watches.pop()?.judge()) ?? null;
}

/** Of a run whose messages were answered so, what a law says of them. */
async function judged(responses: Outcome[], step: Partial<InvariantStep>, operation = 'sendText') {
  const { context, requests } = stage({ outcomes: responses });
  for (const _ of responses)
    await sendRequest(context, {
      do: 'send',
      request: { operation, body: { kind: 'documented' } },
      expect: { kind: 'documented' },
    });
  context.exchanges.splice(0);
  const whole: InvariantStep = { do: 'invariant', rule: 'success-flag', operation, ...step };
  const finding = await invariant(context, whole);
  const end = finding ? `${finding.verdict} ${finding.code}` : 'pass';
  return {
    finding,
    end,
    shown: context.exchanges.map(({ id }) => id),
    sent: requests.length - responses.length,
  };
}

let messages = 0;
const message = (more: object = {}): Outcome => {
  messages += 1;
  return answered(200, { success: true, message_id: `m${messages}`, timestamp: NOW, ...more });
};
const NOW = Date.now();
const UNIT: Partial<InvariantStep> = { rule: 'unit', field: 'timestamp' };
const UNIQUE: Partial<InvariantStep> = { rule: 'unique', field: 'message_id' };

test('a law asks nothing itself where something was asked', async () => {
  expect(await judged([message()], {})).toMatchObject({ end: 'pass', shown: [], sent: 0 });
});

test('of all broken responses the first is told, and five are shown', async () => {
  const bad = (): Outcome => message({ success: 'yes' });
  const { end, finding, shown } = await judged([message(), bad(), bad(), bad(), bad(), bad(), bad()], {});
  expect([end, shown]).toEqual(['fail shape', [1, 2, 3, 4, 5]]);
  expect(finding?.text).toContain('(6 of 7 responses; first POST /base/1.0/sendText in own)');
});

test('a moment in another unit is told with its name, wherever it comes', async () => {
  const seconds = message({ timestamp: Math.round(NOW / 1000) });
  const { end, finding, shown } = await judged([message(), seconds, message()], UNIT);
  expect([end, shown]).toEqual(['fail unit', [1]]);
  expect(finding?.received).toBe(`timestamp = ${Math.round(NOW / 1000)}`);
});

test('what is no number has no unit: another law judges its type', async () => {
  expect((await judged([message({ timestamp: 'soon' })], UNIT)).end).toBe('inconclusive not-exercised');
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

test.each<[what: string, responses: Outcome[], step: Partial<InvariantStep>]>([
  ['no response has the field: unit', [answered(200, { success: true })], UNIT],
  ['no response has the field: unique', [answered(200, { success: true })], UNIQUE],
])('a law is not exercised where %s', async (_, responses, step) => {
  expect((await judged(responses, step)).end).toBe('inconclusive not-exercised');
});

test.each<[what: string, response: Outcome, end: string]>([
  ['nothing came', unanswered('reset'), 'inconclusive reset'],
  ['a proxy answers', answered(503, ''), 'inconclusive infrastructure'],
])('where no response can be judged, and %s when it asks, a law says so', async (_, response, end) => {
  expect((await judged([response], {})).end).toBe(end);
});

test('where nothing was asked the law asks, also for what no version lists', async () => {
  const { context, requests } = stage();
  const step: InvariantStep = { do: 'invariant', rule: 'success-flag', operation: 'sendText' };
  expect(await invariant(context, step)).toBeNull();
  expect(await invariant(context, { ...step, operation: null })).toBeNull();
  expect(requests.map(({ url, body }) => [new URL(url).pathname.split('/').at(-1), body !== null])).toEqual([
    ['sendText', true],
    [context.description.http.unknownOperation, false],
  ]);
});

const LAW = { do: 'invariant', operation: 'sendText' } as const;

test.each<[what: string, plan: Partial<RequestPlan>, operation: string | null]>([
  ['an odd path', { path: 'trailing-slash' }, null],
  ['another version', { version: '0.0' }, null],
  ['a method', { method: 'PUT' }, 'sendText'],
])('a response to %s that may be anything keeps the laws all the same', async (_, plan, operation) => {
  const { context } = stage({ outcomes: [answered(404, '<html>')] });
  const body = { kind: 'documented' } as const;
  const expectation = { kind: 'anything', gap: 'g' } as const;
  await sendRequest(context, {
    do: 'send',
    request: { operation: 'sendText', body, ...plan },
    expect: expectation,
  });
  const finding = await invariant(context, { ...LAW, rule: 'json-object', operation });
  expect(finding).toMatchObject({ verdict: 'fail', code: 'not-json' });
  expect(finding?.text).toMatch(/first (POST|PUT) \/base\/(0|1).0\/sendText\/? in own\)$/);
});

test.each<[what: string, plan: Partial<RequestPlan>, end: string | undefined]>([
  ['a valid one', {}, 'server-error'],
  ['one that grew', { body: { kind: 'documented', grown: { field: 'text', size: 10_000 } } }, 'server-error'],
  ['one without a length', { chunked: true }, undefined],
  [
    'one that parsers read as they like',
    { body: { kind: 'mutated', mutation: 'duplicate-name' } },
    undefined,
  ],
])('a failure of the service is due for no request; here %s', async (_, plan, code) => {
  const failed = answered(500, { success: false, code: 7, message: 'Internal server error' });
  const { context } = stage({ outcomes: [failed] });
  await sendRequest(context, {
    do: 'send',
    request: { operation: 'sendText', body: { kind: 'documented' }, ...plan },
    expect: { kind: 'anything', gap: 'g' },
  });
  expect((await invariant(context, { ...LAW, rule: 'no-failure' }))?.code).toBe(code);
});

test.each(['HEAD', 'OPTIONS'])('no law looks at a response to %s', async (method) => {
  const { context, requests } = stage({ outcomes: [answered(204, ''), answered(200, { success: true })] });
  const request = { operation: 'sendText', body: { kind: 'none' }, method } as const;
  await sendRequest(context, { do: 'send', request, expect: { kind: 'anything', gap: 'g' } });
  expect(await invariant(context, { ...LAW, rule: 'status' })).toBeNull();
  expect(requests.length).toBe(2);
});

test('what one response leaves ambiguous is proven by none, unless another one is wrong', async () => {
  const twice = answered(200, '{"success":true,"message_id":"a","message_id":"b","timestamp":1}');
  const type: Partial<InvariantStep> = { rule: 'type', field: 'message_id' };
  expect((await judged([twice, message()], type)).end).toBe('inconclusive ambiguous');
  expect((await judged([twice, message({ message_id: 7 })], type)).end).toBe('fail type');
});

test('messages of different contact points may share what is unique in each', async () => {
  const { context } = stage({ outcomes: [message({ message_id: 'x' })] });
  const step: InvariantStep = { ...LAW, rule: 'unique', field: 'message_id', gap: 'runState' };
  const write = (key: KeyChoice) =>
    sendRequest(context, {
      do: 'send',
      request: { operation: 'sendText', body: { kind: 'documented' }, key },
      expect: { kind: 'documented' },
    });
  await write('main');
  expect([await invariant(context, step), context.observations]).toEqual([null, []]);
  await write('second');
  expect(await invariant(context, step)).toBeNull();
  expect(context.observations).toEqual([{ gap: 'runState', value: 'yes' }]);
  await write('main');
  expect(await invariant(context, step)).toMatchObject({ code: 'repeated' });
});

async function compared(outcomes: Outcome[], of: string[] = ['0', '1']) {
  const { context } = stage({ outcomes });
  for (const as of outcomes.keys())
    await sendRequest(context, {
      do: 'send',
      request: { operation: 'sendText', body: { kind: 'documented' } },
      expect: { kind: 'documented' },
      as: String(as),
    });
  return compareResponses(context, { do: 'compare-responses', of });
}

const error = (code: number, message: string): Outcome => answered(400, { success: false, code, message });

test('responses are alike by status and code, whatever they say', async () => {
  expect(await compared([error(9, 'Invalid data: x'), error(9, 'Invalid data: y')])).toBeNull();
  expect(await compared([error(9, 'Invalid data: x'), error(4, 'Wrong JSON format')])).toMatchObject({
    verdict: 'fail',
    code: 'unlike',
    expected: '400, code 9',
    received: '400, code 4',
  });
});

test.each<[what: string, outcomes: Outcome[], of?: string[]]>([
  ['the first is missing', [unanswered('reset'), error(9, 'x')]],
  ['the second is missing', [error(9, 'x'), unanswered('reset')]],
  ['one was never asked for', [error(9, 'x')], ['0', '1']],
])('nothing is compared where %s', async (_, outcomes, of) => {
  expect(await compared(outcomes, of)).toMatchObject({ verdict: 'inconclusive', code: 'no-answer' });
});
