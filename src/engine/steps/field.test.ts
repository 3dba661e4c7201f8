import { expect, test } from 'vitest';
import type { FieldStep } from '../../cases/types.js';
import { answered, stage, unanswered } from '../../testing/engine-stage.js';
import type { Outcome } from '../ports.js';
import { alike, field } from './field.js';
import { send } from './send.js';

/** A case that asked for destinations and looks at the answer. */
async function looked(step: Partial<FieldStep>, outcome: Outcome, version = '1.2') {
  const { context } = stage({ outcomes: [outcome], one: { version } });
  await send(context, {
    do: 'send',
    request: { operation: 'getDestinations', body: { kind: 'none' } },
    expect: { kind: 'documented' },
    as: 'list',
  });
  return field(context, { do: 'field', of: 'list', field: 'destinations', check: 'type', ...step });
}

const listed = (...destinations: unknown[]): Outcome => answered(200, { success: true, destinations });
const named = { element: 'name' } as const;

test.each<[what: string, step: Partial<FieldStep>, outcome: Outcome, end: string, told?: string]>([
  ['of its type', {}, listed(), 'pass'],
  ['of another type', {}, answered(200, { destinations: {} }), 'fail type', 'destinations = {}'],
  ['with a field in all elements', named, listed({ name: 'x' }, { name: 'y' }), 'pass'],
  [
    'with a field amiss in one',
    named,
    listed({ name: 'x' }, { name: 7 }),
    'fail type',
    'destinations[1].name = 7',
  ],
  ['with an element that lacks it', named, listed({ id: 1 }), 'fail missing', 'no destinations[0].name'],
  ['with null for an element', named, listed(null), 'fail missing', 'no destinations[0].name'],
  [
    'with a text for an element',
    { element: 'length' },
    listed('x'),
    'fail missing',
    'no destinations[0].length',
  ],
  ['with no elements', named, listed(), 'inconclusive no-elements', 'destinations = []'],
  [
    'that is no list',
    named,
    answered(200, { destinations: 7 }),
    'inconclusive no-elements',
    'destinations = 7',
  ],
  [
    'with a field of another version',
    { element: 'is_available', check: 'absent' },
    listed({ is_available: true }),
    'fail surplus',
  ],
  ['that nobody lists', { field: 'other', check: 'absent' }, answered(200, {}), 'pass'],
  [
    'that nobody lists, in elements',
    { field: 'other', element: 'x', check: 'absent' },
    answered(200, { other: [{ x: 1 }] }),
    'fail surplus',
  ],
  ['that nobody can read', {}, answered(200, '<html>'), 'inconclusive no-answer'],
  ['that never came', {}, unanswered('reset'), 'inconclusive no-answer'],
  ['of no request', { of: 'other' }, listed(), 'inconclusive no-answer'],
])('a list %s: %#', async (_, step, outcome, end, told) => {
  const finding = await looked(step, outcome);
  expect(finding ? `${finding.verdict} ${finding.code}` : 'pass').toBe(end);
  if (told) expect(finding?.received).toBe(told);
});

test('an answer to a request that no version lists has no fields', async () => {
  const { context } = stage();
  const request = { operation: 'noSuchThing', body: { kind: 'none' } } as const;
  await send(context, { do: 'send', request, expect: { kind: 'documented' }, as: 'list' });
  const finding = field(context, { do: 'field', of: 'list', field: 'destinations', check: 'absent' });
  expect(finding?.code).toBe('no-answer');
});

async function compared(outcomes: Outcome[], of: string[] = ['0', '1']) {
  const { context } = stage({ outcomes });
  for (const as of outcomes.keys())
    await send(context, {
      do: 'send',
      request: { operation: 'sendText', body: { kind: 'documented' } },
      expect: { kind: 'documented' },
      as: String(as),
    });
  return alike(context, { do: 'alike', of });
}

const error = (code: number, message: string): Outcome => answered(400, { success: false, code, message });

test('answers are alike by status and code, whatever they say', async () => {
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
