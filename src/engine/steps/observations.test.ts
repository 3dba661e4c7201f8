import { expect, test } from 'vitest';
import { answered, stage, unanswered } from '../../../test/support/engine/engine-stage.js';
import type { About } from '../../cases/request-plan.js';
import type { SendStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { Delivery, Outcome } from '../ports.js';
import { observation, observeOrder, observeRetries, refuse } from './observations.js';

const MARK = 'u-1';

/** A case whose user's deliveries came at these moments; `refused` ones are negative. */
function caseWith(moments: readonly number[], others: readonly Partial<Delivery>[] = []) {
  const came = (at: number): Delivery =>
    ({
      at: Math.abs(at),
      body: Buffer.from(`{"user":"${MARK}"}`),
      ...(at < 0 && { refused: true }),
    }) as unknown as Delivery;
  const waits: { taken: boolean[]; ms: number }[] = [];
  const refusals: unknown[][] = [];
  const cleanUps: (() => Promise<void>)[] = [];
  const deliveries = [...moments.map(came), ...(others as Delivery[])];
  const observations: unknown[] = [];
  const context = {
    lastStimulus: 500,
    observations,
    user: () => MARK,
    afterwards: (cleanUp: () => Promise<void>) => cleanUps.push(cleanUp),
    runState: {
      runContext: { quietWindowMs: 2_000 },
      ports: {
        clock: { now: () => 600 },
        mailbox: {
          deliveries,
          refuseNext: (...refusal: unknown[]) => refusals.push(refusal),
          waitFor: (match: (delivery: Delivery) => boolean, ms: number) => {
            waits.push({ taken: deliveries.map(match), ms });
            return Promise.resolve(null);
          },
        },
      },
    },
  } as unknown as CaseContext;
  return { context, observations, waits, refusals, cleanUps };
}

test.each([
  [[], 'no delivery that names the user arrived within 2 s'],
  [[1_000], 'no delivery that names the user arrived within 2 s'],
  [[-1_000], 'a refused delivery is not repeated within 2 s'],
  [[-1_000, 1_240], 'repeated after about 200 ms; taken at attempt 2'],
  [[-1_000, -1_004, 1_050], 'repeated after about 4 ms, then after about 50 ms; taken at attempt 3'],
  [
    [-1_000, -1_000, -1_960],
    'repeated after about 0 ms, then after about 1 s; no further attempt within 2 s of the message',
  ],
])('deliveries at %j: %s', async (moments, value) => {
  const strange = { at: 1, body: Buffer.from('u-2'), refused: true as const };
  const { context, observations, waits } = caseWith(moments, [strange]);
  expect(await observeRetries(context, { do: 'observe-retries', user: 'a', gap: 'retries' })).toBeNull();
  expect(observations).toEqual([{ gap: 'retries', value }]);
  // It waits for one that is taken, to the end of the window after the last stimulus.
  expect(waits).toEqual([{ taken: [...moments.map((at, index) => at > 0 && index > 0), false], ms: 1_900 }]);
});

test('deliveries for the user are refused until the case ends', async () => {
  const { context, refusals, cleanUps } = caseWith([]);
  expect(refuse(context, { do: 'refuse', user: 'a', times: 2 })).toBeNull();
  expect(refusals).toEqual([[MARK, 2]]);
  for (const cleanUp of cleanUps) await cleanUp();
  expect(refusals).toEqual([
    [MARK, 2],
    [MARK, 0],
  ]);
});

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
