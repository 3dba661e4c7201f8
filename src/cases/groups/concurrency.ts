import type { Description } from '../../description/types.js';
import { conjunction } from '../../phrases.js';
import { type OrderedMove, type OverlapPlan, orderedMoves, overlapCase } from '../concurrency/overlaps.js';
import { contentFields, operationOf, replies, rowsOf, shownFields } from '../description-lookups.js';
import { action, inboxNeeds, WEBHOOK } from '../needs.js';
import { expectEventOf, logIn, look, perform, prepare, send, setAddress } from '../steps.js';
import type { CaseDraft, OperatorStep, SendStep, Step } from '../types.js';

/** How often each pair is tried; more often if only one of the orders reveals a fault, or an employee is slow. */
const REPEATS = 2;
const MORE_REPEATS = 4;

/**
 * Two moves of one user at once, or several messages (section 3): whatever a service does with them meanwhile, the result
 * fits one of their orders. Each kind of message and reply meets each move that changes where it goes.
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
  const inTurn = (orderedMove: OrderedMove, two: OrderedMove): OverlapPlan['atOnce'] =>
    messages.indexOf(orderedMove) % 2 === 0 ? [two, orderedMove] : [orderedMove, two];
  const plans: [situation: string, plan: OverlapPlan, repeats?: number][] = [
    ...messages.map((orderedMove): [string, OverlapPlan] => [
      'first',
      { prefix: [], atOnce: [orderedMove, message], suffix: [message, select] },
    ]),
    ['selected', { prefix: [message, select], atOnce: [message, last], suffix: [] }],
    ['closed', { prefix: [message, select, close], atOnce: [message, last], suffix: [select] }],
    ['same', { prefix: [message], atOnce: [message, message], suffix: [select], alike: true }],
    ['first', { prefix: [], atOnce: [message, last, message], suffix: [select] }],
    ['selected', { prefix: [message, select], atOnce: [last, message, last], suffix: [] }],
    ...messages.map((orderedMove): [string, OverlapPlan, number] => [
      'kept',
      { prefix: [other(orderedMove)], atOnce: inTurn(orderedMove, select), suffix: [other(orderedMove)] },
      MORE_REPEATS,
    ]),
    // The first selection again shows what that does here, with nothing else under way.
    [
      'kept',
      {
        prefix: [message, select, select, close, message],
        atOnce: [select, select],
        suffix: [message],
      },
    ],
    ...messages.map((orderedMove): [string, OverlapPlan, number] => [
      'selected',
      { prefix: [message, select], atOnce: inTurn(orderedMove, close), suffix: [message, select] },
      MORE_REPEATS,
    ]),
    [
      'selected',
      { prefix: [message, select], atOnce: [select, close], suffix: [message, select] },
      MORE_REPEATS,
    ],
    ...of('reply').map((orderedMove): [string, OverlapPlan] => [
      'selected',
      { prefix: [message, select], atOnce: [orderedMove, close], suffix: [message, select] },
    ]),
    ...pairsOf(of('reply')).map((pair): [string, OverlapPlan] => [
      'selected',
      { prefix: [message, select], atOnce: pair, suffix: [] },
    ]),
    ...of('reply').map((orderedMove, at): [string, OverlapPlan, number] => [
      'selected',
      {
        prefix: [message, select],
        atOnce: [messages[at % messages.length] ?? message, orderedMove],
        suffix: [],
      },
      MORE_REPEATS,
    ]),
  ];
  const overlaps = plans.map(([situation, plan, repeats = REPEATS], at) => {
    const moves = plan.atOnce.map((move) => move.name);
    const name = `${situation}-${moves.length > 2 ? 'messages' : moves.join('-with-')}`;
    return overlapCase(description, plan, { name, repeats, seed: at });
  });
  return [...overlaps, ...selectionsAtOnce(description)];
}

/** Each with itself, and with each of those behind it. */
function pairsOf(moves: readonly OrderedMove[]): OverlapPlan['atOnce'][] {
  return moves.flatMap((move, at) => moves.slice(at).map((other): OverlapPlan['atOnce'] => [move, other]));
}

/** One of two selections, as a whole, says who the user is. */
function selectionsAtOnce(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const card = shownFields(description, select);
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
      title: `Of two selections at once, one gives all that is shown of the user: ${conjunction(card)}`,
      needs: inboxNeeds([...contentFields(description, operationOf(description, 'message')), ...card]),
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

/**
 * A reply while the address changes goes to the former address or to the new one, the next reply to the new one. A reply
 * while the first address is set goes there, at once or because it was kept (section 6).
 */
export function repliesBesideAddress(description: Description): CaseDraft[] {
  const [rule] = replies(description);
  if (!rule) return [];
  const message = operationOf(description, 'message');
  const select = operationOf(description, 'select');
  const reply = (as: string, more: Partial<OperatorStep> = {}): OperatorStep => ({
    ...perform(rule, { as }),
    ...more,
  });
  const address = (number: number): string => `anew-${number}`;
  const turns = Array.from({ length: ADDRESSES }, (_, at) => at);
  const needs = [WEBHOOK, action(rule.action)];
  const key = 'unset' as const;
  return [
    {
      group: 'concurrency',
      name: `${rule.action}-with-new-address`,
      title: `${rule.event} arrives at the former address or at the new one while the address changes`,
      needs,
      phase: 'address',
      steps: [
        prepare(description, message),
        prepare(description, select),
        { do: 'address', label: address(0), setup: true },
        ...turns.flatMap((at): Step[] => [
          reply(`reply ${at}`, { beside: true }),
          { do: 'address', label: address(at + 1), setup: true },
          expectEventOf(rule, `reply ${at}`),
        ]),
        reply('last reply'),
        { ...expectEventOf(rule, 'last reply', { address: address(ADDRESSES) }), proven: true },
      ],
    },
    {
      group: 'concurrency',
      name: `${rule.action}-with-first-address`,
      title: `${rule.event} arrives for a reply while the first address is set`,
      needs: [...needs, { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        logIn(),
        prepare(description, message, { key }),
        prepare(description, select, { key }),
        ...turns.flatMap((at): Step[] => [
          setAddress(null),
          // Whichever of the two is under way first.
          ...(at % 2 === 0
            ? [reply(`reply ${at}`, { key, beside: true }), setAddress(address(at))]
            : [{ ...setAddress(address(at)), beside: true as const }, reply(`reply ${at}`, { key })]),
          expectEventOf(rule, `reply ${at}`, { address: address(at) }),
        ]),
      ],
    },
  ];
}
