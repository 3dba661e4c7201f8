import type { Description } from '../../description/types.js';
import { type OrderedMove, orderedMoves, type PairPlan, pairCase } from '../concurrency/pairs.js';
import type { CaseDraft, NotifiedStep, OperatorStep, SendStep, Step } from '../types.js';
import {
  action,
  look,
  operate,
  operationOf,
  prepare,
  replies,
  rowsOf,
  send,
  WEBHOOK,
} from '../vocabulary.js';
import { content, inboxNeeds, shown } from './employee.js';

/** How often each pair is tried; more often if only one of the orders reveals a fault, or an employee is slow. */
const REPEATS = 2;
const MORE_REPEATS = 4;

/**
 * Two moves of one user at once (section 3): whatever a service does with them meanwhile, the result fits one of their
 * orders. Each kind of message and reply meets each move that changes where it goes.
 */
export function concurrency(description: Description): CaseDraft[] {
  const moves = orderedMoves(description);
  const of = (kind: OrderedMove['kind']): OrderedMove[] => moves.filter((move) => move.kind === kind);
  const messages = of('message');
  const [message, select, close] = [messages, of('select'), of('close')].map(([first]) => first);
  const last = messages.at(-1);
  if (!message || !last || !select || !close) return [];
  const other = (orderedMove: OrderedMove): OrderedMove =>
    messages[(messages.indexOf(orderedMove) + 1) % messages.length] ?? orderedMove;
  // What is begun first usually comes first.
  const inTurn = (orderedMove: OrderedMove, two: OrderedMove): PairPlan['pair'] =>
    messages.indexOf(orderedMove) % 2 === 0 ? [two, orderedMove] : [orderedMove, two];
  const plans: [situation: string, plan: PairPlan, repeats?: number][] = [
    ...messages.map((orderedMove): [string, PairPlan] => [
      'first',
      { prefix: [], pair: [orderedMove, message], suffix: [message, select] },
    ]),
    ['selected', { prefix: [message, select], pair: [message, last], suffix: [] }],
    ['same', { prefix: [message], pair: [message, message], suffix: [select], alike: true }],
    ...messages.map((orderedMove): [string, PairPlan, number] => [
      'kept',
      { prefix: [other(orderedMove)], pair: inTurn(orderedMove, select), suffix: [other(orderedMove)] },
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
    ...messages.map((orderedMove): [string, PairPlan, number] => [
      'selected',
      { prefix: [message, select], pair: inTurn(orderedMove, close), suffix: [message, select] },
      MORE_REPEATS,
    ]),
    [
      'selected',
      { prefix: [message, select], pair: [select, close], suffix: [message, select] },
      MORE_REPEATS,
    ],
    ...of('reply').map((orderedMove): [string, PairPlan] => [
      'selected',
      { prefix: [message, select], pair: [orderedMove, close], suffix: [message, select] },
    ]),
    ...pairsOf(of('reply')).map((pair): [string, PairPlan] => [
      'selected',
      { prefix: [message, select], pair, suffix: [] },
    ]),
    ...of('reply').map((orderedMove, at): [string, PairPlan, number] => [
      'selected',
      {
        prefix: [message, select],
        pair: [messages[at % messages.length] ?? message, orderedMove],
        suffix: [],
      },
      MORE_REPEATS,
    ]),
  ];
  const pairs = plans.map(([situation, plan, repeats = REPEATS], at) => {
    const name = `${situation}-${plan.pair.map((move) => move.name).join('-with-')}`;
    return pairCase(description, plan, { name, repeats, seed: at });
  });
  return [...pairs, ...selectionsAtOnce(description), ...besideAddress(description)];
}

/** Each with itself, and with each of those behind it. */
function pairsOf(moves: readonly OrderedMove[]): PairPlan['pair'][] {
  return moves.flatMap((move, at) => moves.slice(at).map((other): PairPlan['pair'] => [move, other]));
}

/** One of two selections, as a whole, says who the user is. */
function selectionsAtOnce(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const card = shown(description, select);
  if (card.length < 2) return [];
  const [first, second] = ['selection', 'other selection'] as const;
  // One of them comes while the other's destination is selected, and what that does is not shown.
  const open = { kind: 'documented', refusal: rowsOf(description, 'wrong-type') } as const;
  // A service writes its part of each early on: a later move would find that done.
  const together = Array.from({ length: MORE_REPEATS }, () => 0);
  const selects = (as: string, behind: string): SendStep => ({
    ...send(description, select, open, {}, { as }),
    lag: { behind, parts: together },
  });
  return [
    {
      group: 'concurrency',
      name: 'kept-card-of-selections',
      title: `Of two selections at once, one gives all that is shown of the user: ${card.join(' and ')}`,
      needs: inboxNeeds([...content(description, operationOf(description, 'message')), ...card]),
      steps: [
        prepare(description, operationOf(description, 'message'), {}, 'message'),
        { ...selects(first, second), beside: true },
        selects(second, first),
        look('present', ['message'], card, { card: [first, second] }),
      ],
      repeats: MORE_REPEATS,
    },
  ];
}

/** How often the address is set again while an employee replies. */
const ADDRESSES = 2;

/** A reply while the address changes goes to the former address or to the new one, the next reply to the new one (section 6). */
function besideAddress(description: Description): CaseDraft[] {
  const [rule] = replies(description);
  if (!rule) return [];
  const { event, parameters, carries } = rule;
  const reply = (as: string): OperatorStep => operate(rule.action, parameters, { as });
  const comes = (of: string): NotifiedStep => ({
    do: 'notified',
    event,
    user: 'a',
    times: 1,
    carries: { of, parameters: carries },
  });
  const address = (number: number): string => `anew-${number}`;
  return [
    {
      group: 'concurrency',
      name: `${rule.action}-with-new-address`,
      title: `${event} comes to the former address or to the new one while the address changes`,
      needs: [WEBHOOK, action(rule.action)],
      phase: 'address',
      steps: [
        prepare(description, operationOf(description, 'message')),
        prepare(description, operationOf(description, 'select')),
        { do: 'address', label: address(0), setup: true },
        ...Array.from({ length: ADDRESSES }, (_, at): Step[] => [
          { ...reply(`reply ${at}`), beside: true },
          { do: 'address', label: address(at + 1), setup: true },
          comes(`reply ${at}`),
        ]).flat(),
        reply('last reply'),
        { ...comes('last reply'), address: address(ADDRESSES), proven: true },
      ],
    },
  ];
}
