import { expect, test } from 'vitest';
import { runRouting } from '../description/routing.js';
import type { Field, FieldType, Routing } from '../description/types.js';
import { wrongValues } from './faulty-requests.js';

const text = 'text';
const array = ['text'];
const object = { text };
const empty = { zero: 0, false: false, 'empty-array': [], 'empty-object': {} };
const noNumbers = {
  string: text,
  boolean: true,
  array,
  object,
  'number-as-text': '7',
  'empty-text': '',
  false: false,
  'empty-array': [],
};

test.each<[FieldType, object]>([
  ['string', { number: 7, fraction: 1.5, boolean: true, array, object, ...empty }],
  ['number', noNumbers],
  ['integer', noNumbers],
  ['boolean', { string: text, number: 7, array, object }],
  ['list', { string: text, number: 7, boolean: true, object }],
  [
    'map',
    {
      string: text,
      number: 7,
      boolean: true,
      array,
      'empty-text': '',
      zero: 0,
      false: false,
      'empty-array': [],
      'number-value': { key: 7 },
      'object-value': { key: {} },
      'boolean-value': { key: true },
      'array-value': { key: [] },
      'wrong-first-value': { key: 7, second: text, third: text },
      'wrong-middle-value': { key: text, second: false, third: text },
      'wrong-last-value': { key: text, second: text, third: array },
      'wrong-last-of-many': expect.objectContaining({ 'key 1': text, 'key 40': text, last: 7 }),
    },
  ],
])('a value of every other type is wrong for a field of the type %s', (type, wrong) => {
  expect(wrongValues({ type } as Field)).toEqual(wrong);
});

const routing = (rule: object): Routing =>
  ({
    initial: 'off',
    transitions: {
      message: { from: 'off', to: 'off', on: 'message', ...rule },
      select: { from: 'off', to: 'on', on: 'select' },
      close: { from: 'on', to: 'off', on: 'close', ends: true, sends: { event: 'end' } },
    },
  }) as unknown as Routing;

test.each([
  ['no guard', { event: 'ask' }, ['ask', 'ask', 'ask', 'ask']],
  ['from the second on', { event: 'ask', messages: { from: 2 } }, [null, 'ask', 'ask', 'ask']],
  ['the second and third', { event: 'ask', messages: { from: 2, to: 3 } }, [null, 'ask', 'ask', null]],
])('messages send by their place in the conversation: %s', (_, sends, due) => {
  const steps = runRouting(routing({ sends }), ['message', 'message', 'message', 'message']);
  expect(steps.map((modelStep) => modelStep.sends)).toEqual(due);
  expect(steps.map((modelStep) => modelStep.open)).toEqual([null, null, null, null]);
});

test('what is open is told for the messages of its guard, and each conversation counts from the beginning', () => {
  const open = { event: 'ask', gap: 'which', messages: { from: 1, to: 1 } };
  const steps = runRouting(routing({ open }), ['message', 'message', 'select', 'close', 'message']);
  expect(steps.map((modelStep) => modelStep.open)).toEqual([open, null, null, null, open]);
  expect(steps.map((modelStep) => modelStep.sends)).toEqual([null, null, null, 'end', null]);
  expect(steps.map(({ trigger, from, to, transition }) => [trigger, from, to, transition])).toEqual([
    ['message', 'off', 'off', 'message'],
    ['message', 'off', 'off', 'message'],
    ['select', 'off', 'on', 'select'],
    ['close', 'on', 'off', 'close'],
    ['message', 'off', 'off', 'message'],
  ]);
});

test('what is open in later conversations alone is not open in the first', () => {
  const open = { event: 'ask', gap: 'which', messages: { from: 1, to: 1 }, conversations: { from: 2 } };
  const steps = runRouting(routing({ open }), ['message', 'select', 'close', 'message', 'message']);
  expect(steps.map((modelStep) => modelStep.open)).toEqual([null, null, null, open, null]);
});

test('a scenario that the machine does not know is a mistake', () => {
  expect(() => runRouting(routing({}), ['close'])).toThrow(/"off" on "close"/);
});
