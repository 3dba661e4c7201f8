import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  type EmployeeEvent,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  shownFields,
} from '../description-lookups.js';
import { actionsOf, closeNeed, inboxNeeds, otherDestinationNeeds, WEBHOOK } from '../needs.js';
import type { Nth, UserLabel } from '../request-plan.js';
import {
  closeConversation,
  conversation,
  expectEventOf,
  look,
  operate,
  prepare,
  sampleReplies,
  tryValues,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, SendStep, Step } from '../types.js';

/** Later conversations, and those at another destination (sections 1 and 3). */
export function laterConversations(description: Description): CaseDraft[] {
  return [...keptMessagesLater(description), ...repliesAtOther(description)];
}

/** What waits in a second and a third conversation reaches employees as it does in the first one (sections 1 and 3). */
function keptMessagesLater(description: Description): CaseDraft[] {
  return [inLaterConversations(description), inOrder(description), orderAtOtherDestination(description)];
}

/** Three messages of all kinds in turn: the fewest of which one can be in the middle. */
const THREE = [1, 2, 3];

function keptNames(conversation: number): string[] {
  return THREE.map((at) => `kept ${at} of ${conversation}`);
}

/** A conversation in which employees have seen what was kept, with these details, and its close: the first, or the next. */
function earlierConversationSeen(description: Description, conversation: number, names: string[]): Step[] {
  return [
    ...writeInTurn(description, keptNames(conversation)),
    selectWithCard(description),
    look('present', keptNames(conversation), names, { setup: true }),
    ...closeConversation(description, conversation),
  ];
}

/** With everything that is shown of them, including texts of several lines. */
function inLaterConversations(description: Description): CaseDraft {
  const kinds = operationsOf(description, 'message');
  const names = [...new Set(kinds.flatMap((operation) => shownFields(description, operation)))];
  const talk = (conversation: number): { steps: Step[]; seen: Step } => {
    const lines = [...kinds, ...kinds].map((operation, at): [string, SendStep] => {
      const as = `lines ${at + 1} of ${conversation}`;
      return [as, ofSomeLines(description, operation, as, (conversation - 2) * 2 * kinds.length + at)];
    });
    const sent = lines.map(([, step]) => step);
    return {
      steps: [
        ...writeInTurn(description, keptNames(conversation)),
        ...sent.slice(0, kinds.length),
        selectWithCard(description, { card: conversation === 3 ? 'another' : 'first' }),
        ...sent.slice(kinds.length),
      ],
      seen: look('present', [...keptNames(conversation), ...lines.map(([as]) => as)], names),
    };
  };
  const [second, third] = [talk(2), talk(3)];
  return {
    group: 'storage',
    name: 'kept-in-later-conversations',
    title:
      'What is kept in a second and a third conversation reaches the employee unchanged, whether or not the selection says the same as before',
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
    steps: [
      ...earlierConversationSeen(description, 1, []),
      ...second.steps,
      second.seen,
      ...closeConversation(description, 2),
      ...third.steps,
      third.seen,
    ],
  };
}

/** A selection delivers what waited for it, as it was sent, and nothing that an earlier one delivered. */
function inOrder(description: Description): CaseDraft {
  const names = allContentFields(description);
  const all = [1, 2, 3].flatMap(keptNames);
  return {
    group: 'storage',
    name: 'kept-later-in-order',
    title:
      'What is kept in a second and a third conversation reaches the employee in the order sent, once each, and nothing of an earlier one again',
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
    steps: [
      ...earlierConversationSeen(description, 1, names),
      ...earlierConversationSeen(description, 2, names),
      ...writeInTurn(description, keptNames(3)),
      selectWithCard(description, { card: 'another' }),
      ...inRow(description, all, 'chosen'),
    ],
  };
}

/** The same at another destination; otherwise the selection says the same as before. */
function orderAtOtherDestination(description: Description): CaseDraft {
  const names = allContentFields(description);
  return {
    group: 'storage',
    name: 'kept-elsewhere-in-order',
    title:
      'What is kept in a second conversation reaches the employee of another destination in the order sent, once each',
    needs: otherDestinationNeeds(description, names),
    steps: [
      ...earlierConversationSeen(description, 1, names),
      ...writeInTurn(description, keptNames(2)),
      selectWithCard(description, { destination: 'other' }),
      ...inRow(description, keptNames(2), 'other'),
    ],
  };
}

function inRow(description: Description, holds: string[], destination: 'chosen' | 'other'): Step[] {
  const names = allContentFields(description);
  return [
    { ...look('present', holds, names, { destination }), setup: true },
    look('order', holds, names, { destination }),
    look('once', holds, names, { destination }),
  ];
}

/** A selection that says about the person what others with this card say. */
function selectWithCard(
  description: Description,
  { card = 'first', ...plan }: { card?: string; destination?: 'other' } = {},
): SendStep {
  const select = operationOf(description, 'select');
  const of = requestFields(description, select).filter(([name]) =>
    shownFields(description, select).includes(name),
  );
  const set = Object.fromEntries(of.map(([name, { type }]) => [name, type === 'map' ? { card } : card]));
  return prepare(description, select, { ...plan, body: { kind: 'documented', set } });
}

/** A message whose free texts have several lines, from samples that no service may refuse: different ones for each `turn`, and different numbers. */
function ofSomeLines(description: Description, operation: string, as: string, turn: number): SendStep {
  const samples = Object.values(description.samples.texts).flatMap(({ value, mayBeRefused }) =>
    mayBeRefused ? [] : [value],
  );
  const lines = [0, 1].map((at) => samples[(2 * turn + at) % samples.length] ?? '');
  const numbers = Object.values(description.samples.numbers ?? {});
  // The messages of a kind get one number after the other.
  const nth = Math.floor(turn / operationsOf(description, 'message').length);
  const set = Object.fromEntries(
    requestFields(description, operation).flatMap(([name, { freeText, type }]): [string, unknown][] => {
      if (freeText) return [[name, [as, ...lines].join('\n')]];
      return type === 'number' && numbers.length > 0 ? [[name, numbers[nth % numbers.length]]] : [];
    }),
  );
  return { ...tryValues(description, operation, set, 'texts of several lines'), as };
}

const USERS = ['a', 'b', 'c', 'd', 'e'] as const satisfies readonly UserLabel[];

/** What employees of another destination write in a second conversation sends its event, whatever those of the first one wrote. */
function repliesAtOther(description: Description): CaseDraft[] {
  const kinds = replies(description);
  const end = closeRule(description);
  const pairs = kinds.flatMap((before) => kinds.map((after) => [before, after] as const));
  if (pairs.length === 0) return [];
  const values = sampleReplies(description);
  const steps = pairs.flatMap(([before, after], at): Step[] => {
    const user = USERS[at];
    if (user === undefined) return [];
    const acts = (rule: EmployeeEvent, as: string, destination: Nth): Step[] => [
      { ...operate(rule.action, values.next(rule), { user, as }), destination },
      expectEventOf(rule, as, { user }),
    ];
    const closeAt = (times: number, destination: Nth): Step[] => [
      { ...operate(end.action, {}, { user }), destination },
      { do: 'expect-event', event: end.event, user, times },
    ];
    return [
      ...conversation(description, { user }),
      ...acts(before, `reply 1 to ${user}`, 0),
      ...closeAt(1, 0),
      prepare(description, operationOf(description, 'message'), { user }),
      prepare(description, operationOf(description, 'select'), { user, destination: 'other' }),
      ...acts(after, `reply 2 to ${user}`, 1),
      ...kinds.flatMap((rule, turn) => acts(rule, `reply ${3 + turn} to ${user}`, 1)),
      ...closeAt(2, 1),
    ];
  });
  return [
    {
      group: 'events',
      name: 'told-elsewhere-again',
      title:
        'Replies and the close of a second conversation at another destination send their events, whatever kind of reply came last in the first one',
      needs: [WEBHOOK, { kind: 'two-destinations' }, ...actionsOf([...kinds, end])],
      steps,
    },
  ];
}
