import { expect, test } from 'vitest';
import { answered, stage, unanswered } from '../../../test/support/engine/engine-stage.js';
import type { Outcome } from '../ports.js';
import { alike } from './alike.js';
import { send } from './send.js';

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
