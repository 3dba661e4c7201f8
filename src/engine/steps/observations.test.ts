import { expect, test } from 'vitest';
import { answered, stage, unanswered } from '../../../test/support/engine/engine-stage.js';
import type { About } from '../../cases/request-plan.js';
import type { SendStep } from '../../cases/types.js';
import type { Outcome } from '../ports.js';
import { observation, observeOrder } from './observations.js';

const of = [1, 2, 3].map((nth) => ({ event: 'TextMessage', as: `reply ${nth}`, carries: ['text'] }));

/** What is recorded where replies with these numbers come in turn. */
function recorded(came: readonly number[]) {
  const { context, mailbox } = stage();
  for (const { as } of of) context.actionParameters.set(as, { text: as });
  for (const nth of came) {
    const event = { event: 'TextMessage', user: context.user('a'), text: `reply ${nth}` };
    mailbox.receive('late', 'POST', JSON.stringify(event));
  }
  expect(observeOrder(context, { do: 'observe-order', user: 'a', of, gap: 'kept-replies-order' })).toBeNull();
  return context.observations;
}

test.each([
  ['in the order in which they were made', [1, 2, 3]],
  ['in the order in which they were made', [1, 1, 2, 1, 3]],
  ['in another order', [2, 1, 3]],
])('kept replies come %s: %j', (value, came) => {
  expect(recorded(came)).toEqual([{ gap: 'kept-replies-order', value }]);
});

test('where one is missing nothing is recorded: that is judged elsewhere', () => {
  expect(recorded([1, 3])).toEqual([]);
});

const STEP: SendStep = {
  do: 'send',
  request: { operation: 'sendText', body: { kind: 'none' } },
  expect: { kind: 'documented' },
};
const GOOD = answered(200, { success: true });
const INVALID = answered(400, { success: false, code: 9, message: 'Invalid data: x' });
const BY_ROW = { part: 'p', byRow: { 'data-invalid': 'as wrong data', internal: 'by failing' } };

test.each<[about: About | undefined, outcome: Outcome, value: string]>([
  [undefined, GOOD, '200, accepted'],
  [undefined, INVALID, '400, code 9'],
  [undefined, unanswered('reset'), 'Nothing came.'],
  [undefined, answered(200, '<html>'), 'status 200'],
  [{ part: 'p', accepted: 'taken', refused: 'turned away' }, GOOD, 'taken'],
  [{ part: 'p', accepted: 'taken', refused: 'turned away' }, INVALID, 'turned away (400, code 9)'],
  [{ part: 'p', accepted: 'taken', refused: 'turned away' }, unanswered('reset'), 'Nothing came.'],
  [{ part: 'p', accepted: 'taken' }, INVALID, '400, code 9'],
  [{ part: 'p', refused: 'turned away' }, GOOD, '200, accepted'],
  [{ part: 'p', refused: 'turned away' }, answered(400, '<html>'), 'turned away (status 400)'],
  [BY_ROW, INVALID, 'as wrong data'],
  [BY_ROW, answered(500, { code: 7 }), 'by failing'],
  [BY_ROW, answered(500, { code: 9 }), '500, code 9'],
  [BY_ROW, answered(400, { code: 4 }), '400, code 4'],
  [BY_ROW, answered(400, {}), '400, code unknown'],
  [BY_ROW, answered(400, '<html>'), 'status 400'],
])('of a gap about %j a response tells: %#', (about, outcome, value) => {
  const { context } = stage();
  expect(observation(context, STEP, { gap: 'g', ...(about && { about }) }, outcome)).toStrictEqual({
    gap: 'g',
    value,
    part: about?.part ?? 'sendText',
  });
});

test('what it belongs to is told where the case says it', () => {
  const { context } = stage();
  const about = { part: 'p', of: 'o', among: 'm' };
  expect(observation(context, STEP, { gap: 'g', about }, GOOD)).toMatchObject(about);
});

test('where nobody knows the place of the code, a response speaks for itself', () => {
  const { context } = stage({ dialect: { error: null } });
  const { value } = observation(context, STEP, { gap: 'g', about: BY_ROW }, INVALID);
  expect(value).toContain('400');
});
