import { expect, test } from 'vitest';
import type { SendStep, Step } from '../cases/types.js';
import { answered, stage } from '../testing/engine-stage.js';
import { letGo } from './let-go.js';
import { send } from './steps/send.js';

const LENT = { ...answered(200, { success: true }), release: () => undefined };
const ask = (as: string): SendStep => ({
  do: 'send',
  request: { operation: 'sendText', body: { kind: 'documented' } },
  expect: { kind: 'accepted' },
  as,
});
const look = (of: string): Step => ({ do: 'field', of, field: 'message_id', check: 'type' });

test.each<[what: string, left: Step[], kept: string[]]>([
  ['nothing', [], []],
  ['a look at one', [look('b')], ['b']],
  ['looks at both', [look('b'), ask('c'), look('a')], ['a', 'b']],
  ['no look', [ask('c')], []],
])('of two answers, where %s is left: kept are %#', async (_, left, kept) => {
  const { context } = stage({ outcomes: [LENT] });
  for (const name of ['a', 'b']) await send(context, ask(name));
  letGo(context, left);
  const named = [...context.named].filter(([, { answer }]) => answer !== null);
  expect(named.map(([name]) => name)).toEqual(kept);
  const whole = context.exchanges.filter(({ outcome }) => 'release' in outcome);
  expect(whole).toEqual(kept.map((name) => context.named.get(name)?.exchange));
});
