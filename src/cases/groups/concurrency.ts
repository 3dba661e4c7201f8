import type { Description } from '../../description/types.js';
import { type OrderedMove, orderedMoves } from '../concurrency/moves.js';
import { pairCase } from '../concurrency/pair-case.js';
import type { PairPlan } from '../concurrency/steps.js';
import type { CaseDraft } from '../types.js';

/** Times that each pair is tried; more often where only one of the orders shows what is wrong, or an employee is slow. */
const REPEATS = 2;
const MORE_REPEATS = 3;

/**
 * Two moves of one user at once (section 3): whatever a service does with them meanwhile, what comes of them fits one of
 * their orders. Each kind of message and of reply meets each move that changes where it goes.
 */
export function concurrency(description: Description): CaseDraft[] {
  const moves = orderedMoves(description);
  const of = (kind: OrderedMove['kind']): OrderedMove[] => moves.filter((move) => move.kind === kind);
  const messages = of('message');
  const [message, select, close] = [messages, of('select'), of('close')].map(([first]) => first);
  const last = messages.at(-1);
  if (!message || !last || !select || !close) return [];
  const other = (one: OrderedMove): OrderedMove =>
    messages[(messages.indexOf(one) + 1) % messages.length] ?? one;
  // What is begun first mostly comes first.
  const inTurn = (one: OrderedMove, two: OrderedMove): PairPlan['pair'] =>
    messages.indexOf(one) % 2 === 0 ? [two, one] : [one, two];
  const plans: [situation: string, plan: PairPlan, repeats?: number][] = [
    ...messages.map((one): [string, PairPlan] => [
      'first',
      { prefix: [], pair: [one, message], suffix: [message, select] },
    ]),
    ['selected', { prefix: [message, select], pair: [message, last], suffix: [] }],
    ['same', { prefix: [message], pair: [message, message], suffix: [select], alike: true }],
    ...messages.map((one): [string, PairPlan, number] => [
      'kept',
      { prefix: [other(one)], pair: inTurn(one, select), suffix: [other(one)] },
      MORE_REPEATS,
    ]),
    // The first selection again shows what that does here, with nothing else under way.
    [
      'kept',
      {
        prefix: [message, select, select, close, message],
        pair: [select, select],
        suffix: [message],
      },
    ],
    ...messages.map((one): [string, PairPlan, number] => [
      'selected',
      { prefix: [message, select], pair: inTurn(one, close), suffix: [message, select] },
      MORE_REPEATS,
    ]),
    [
      'selected',
      { prefix: [message, select], pair: [select, close], suffix: [message, select] },
      MORE_REPEATS,
    ],
    ...of('reply').map((one): [string, PairPlan] => [
      'selected',
      { prefix: [message, select], pair: [one, close], suffix: [message, select] },
    ]),
  ];
  return plans.map(([situation, plan, repeats = REPEATS], at) => {
    const name = `${situation}-${plan.pair.map((move) => move.name).join('-with-')}`;
    return pairCase(description, plan, { name, repeats, seed: at });
  });
}
