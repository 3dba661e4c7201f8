import { expect, test } from 'vitest';
import { answered, stage } from '../../test/support/engine/engine-stage.js';
import { releaseAnswers } from './release-answers.js';
import { send } from './steps/send.js';

const LENT = { ...answered(200, { success: true }), release: () => undefined };

test('of a case that has been judged every large answer is let go', async () => {
  const { context } = stage({ outcomes: [LENT] });
  for (const _ of [1, 2])
    await send(context, {
      do: 'send',
      request: { operation: 'sendText', body: { kind: 'documented' } },
      expect: { kind: 'accepted' },
    });
  const whole = () => context.exchanges.filter(({ outcome }) => 'release' in outcome).length;
  expect(whole()).toBe(2);
  releaseAnswers(context);
  expect(whole()).toBe(0);
});
