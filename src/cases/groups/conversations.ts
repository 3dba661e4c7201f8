import type { Description, Trigger } from '../../description/types.js';
import {
  allContentFields,
  fieldOf,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  routingEvent,
  shownFields,
  timesAsked,
} from '../description-lookups.js';
import { refusals } from '../faulty-requests.js';
import { action, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import {
  closeConversation,
  expectEventOf,
  look,
  MORE_THAN_A_PAGE,
  numbered,
  operate,
  prepare,
  readers,
  send,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, ExpectEventStep, SendStep, Step } from '../types.js';

/** Long and later conversations go on as the first one does (section 3). */
export function conversations(description: Description): CaseDraft[] {
  return [...laterRouting(description), ...laterStorage(description)];
}

/** Long and later conversations are routed just as the first messages are, as events show it (section 3). */
function laterRouting(description: Description): CaseDraft[] {
  return [
    manyMessages(description),
    manyAtAnother(description),
    manyInSecond(description),
    tenthConversation(description),
    ...afterClose(description),
    ...afterCloseLikeReply(description),
  ];
}

/** The same as employees see it: what is kept in a later conversation, and what equals something in an earlier one. */
function laterStorage(description: Description): CaseDraft[] {
  return [
    manyKept(description),
    manyKeptInSecond(description),
    ...operationsOf(description, 'message').flatMap((operation) => [
      equalInSecond(description, operation),
      twoInOrder(description, operation),
    ]),
  ];
}

/** More messages than any other case has: whatever counts them has a limit somewhere, most often a hundred. */
const MANY_BEFORE = 67;
const MANY_AFTER = 35;
const MANY_KEPT = 130;
/** Enough to show that the conversation goes on. */
const FEW_LATER = 8;
const CONVERSATIONS = 13;

function messages(count: number): 'message'[] {
  return Array.from({ length: count }, () => 'message');
}

/** The event that asks for a destination came as often as the routing sends it. */
function expectPrompts(description: Description, triggers: readonly Trigger[]): ExpectEventStep {
  const event = routingEvent(description);
  const times = timesAsked(description, triggers);
  return { do: 'expect-event', event, user: 'a', times, settles: true };
}

function manyMessages(description: Description): CaseDraft {
  return {
    group: 'routing',
    name: 'many-messages',
    title: `${MANY_BEFORE} messages before a selection and ${MANY_AFTER} after it follow the same rules as the first ones`,
    needs: [WEBHOOK],
    steps: [
      ...writeInTurn(description, numbered(MANY_BEFORE, 'before ')),
      prepare(description, operationOf(description, 'select')),
      ...writeInTurn(description, numbered(MANY_AFTER, 'after ')),
      expectPrompts(description, [...messages(MANY_BEFORE), 'select', ...messages(MANY_AFTER)]),
    ],
  };
}

/** The same at another destination, which is selected first. */
function manyAtAnother(description: Description): CaseDraft {
  return {
    group: 'routing',
    name: 'many-messages-elsewhere',
    title: `${MANY_AFTER} messages after the selection of another destination ask for none`,
    needs: [WEBHOOK, { kind: 'two-destinations' }],
    steps: [
      ...writeInTurn(description, ['first']),
      prepare(description, operationOf(description, 'select'), { destination: 'other' }),
      ...writeInTurn(description, numbered(MANY_AFTER, 'after ')),
      expectPrompts(description, ['message', 'select', ...messages(MANY_AFTER)]),
    ],
  };
}

/** The same in a second conversation, which counts its own messages. */
function manyInSecond(description: Description): CaseDraft {
  return {
    group: 'routing',
    name: 'many-messages-again',
    title: `${FEW_LATER} messages of a second conversation before its selection and ${MANY_AFTER} after it follow the same rules as the first ones`,
    needs: [WEBHOOK, closeNeed(description)],
    steps: [
      ...writeInTurn(description, ['first']),
      prepare(description, operationOf(description, 'select')),
      ...closeConversation(description),
      ...writeInTurn(description, numbered(FEW_LATER, 'before ')),
      prepare(description, operationOf(description, 'select')),
      ...writeInTurn(description, numbered(MANY_AFTER, 'after ')),
      expectPrompts(description, [
        'message',
        'select',
        'close',
        ...messages(FEW_LATER),
        'select',
        ...messages(MANY_AFTER),
      ]),
    ],
  };
}

function tenthConversation(description: Description): CaseDraft {
  const select = operationOf(description, 'select');
  const kinds = operationsOf(description, 'message');
  const message = (at: number): SendStep => prepare(description, kinds[at % kinds.length] as string);
  const rounds = Array.from({ length: CONVERSATIONS }, (_, at) => at);
  return {
    group: 'routing',
    name: 'tenth-conversation',
    title: `After ${CONVERSATIONS} closes, a message asks for a destination just as after the first`,
    needs: [WEBHOOK, closeNeed(description)],
    steps: [
      ...rounds.flatMap((at) => [
        message(at),
        prepare(description, select),
        ...closeConversation(description, at + 1),
      ]),
      message(0),
      prepare(description, select),
      message(1),
      expectPrompts(description, [
        ...rounds.flatMap(() => ['message', 'select', 'close'] as const),
        'message',
        'select',
        'message',
      ]),
    ],
  };
}

function afterClose(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  return operationsOf(description, 'message').flatMap((operation, turn): CaseDraft[] => {
    const first: Step[] = [
      prepare(description, operation),
      prepare(description, select, {}, 'selection'),
      ...closeConversation(description),
    ];
    const draft = (name: string, title: string, steps: Step[]): CaseDraft => ({
      group: 'routing',
      name,
      operation,
      title,
      needs: [WEBHOOK, closeNeed(description)],
      steps: [...first, ...steps],
    });
    const write = send(description, operation, { kind: 'accepted' });
    return [
      draft(
        'after-close-and-refusals',
        `${operation}: refused requests after a close do not count as messages`,
        [
          ...operationsOf(description, 'message').flatMap((request) => refusals(description, request, turn)),
          write,
          expectPrompts(description, ['message', 'select', 'close', 'message']),
        ],
      ),
      draft(
        'after-equal-selection',
        `${operation}: the same selection as before the close takes effect again`,
        [
          write,
          prepare(description, select, { body: { kind: 'documented', like: 'selection' } }),
          write,
          expectPrompts(description, ['message', 'select', 'close', 'message', 'select', 'message']),
        ],
      ),
    ];
  });
}

/** A first message that equals what an employee wrote last is the user's all the same. */
function afterCloseLikeReply(description: Description): CaseDraft[] {
  const { freeParameters } = description.samples;
  const words = 'Until tomorrow, {user}.';
  return operationsOf(description, 'message').flatMap((operation) => {
    const content = fieldOf(requestFields(description, operation), 'content');
    const rule = replies(description).find(({ carries }) => carries.some((name) => name === content));
    if (content === undefined || !rule || !freeParameters.includes(content)) return [];
    return [
      {
        group: 'routing',
        name: 'after-close-like-reply',
        operation,
        title: `${operation}: a first message after the close that equals an employee's last one asks for a destination`,
        needs: [WEBHOOK, action(rule.action), closeNeed(description)],
        steps: [
          prepare(description, operation),
          prepare(description, operationOf(description, 'select')),
          operate(rule.action, { ...rule.parameters, [content]: words }, { as: 'reply', setup: true }),
          { ...expectEventOf(rule, 'reply'), setup: true },
          ...closeConversation(description),
          send(
            description,
            operation,
            { kind: 'accepted' },
            { body: { kind: 'documented', filled: { [content]: words } } },
          ),
          expectPrompts(description, ['message', 'select', 'close', 'message']),
        ],
      },
    ];
  });
}

function manyKept(description: Description): CaseDraft {
  const names = allContentFields(description);
  const kept = numbered(MANY_KEPT, 'kept ');
  const later = numbered(FEW_LATER, 'later ');
  return {
    group: 'storage',
    name: 'many-messages',
    title: `${MANY_KEPT} kept messages and ${FEW_LATER} later ones reach the employee, and appear in the next conversation`,
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
    steps: [
      ...writeInTurn(description, kept),
      prepare(description, operationOf(description, 'select')),
      // Before any later message, which may deliver what the selection did not.
      look('present', kept, names),
      ...writeInTurn(description, later),
      look('present', [...kept, ...later], names),
      // However long a conversation is, it can be read.
      ...readers(description).map(([, reads]) => reads),
      ...closeConversation(description),
      ...writeInTurn(description, ['next']),
      prepare(description, operationOf(description, 'select')),
      look('present', [...kept, ...later, 'next'], names),
    ],
  };
}

/** The same in a second conversation, for which a shorter row may be kept. */
function manyKeptInSecond(description: Description): CaseDraft {
  const names = allContentFields(description);
  const kept = numbered(MORE_THAN_A_PAGE, 'kept ');
  return {
    group: 'storage',
    name: 'many-messages-again',
    title: `${MORE_THAN_A_PAGE} messages kept in a second conversation reach the employee`,
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
    steps: [
      ...earlierOfKind(description, operationOf(description, 'message'), ['first', 'first too']),
      ...writeInTurn(description, kept),
      prepare(description, operationOf(description, 'select')),
      look('present', ['first', 'first too', ...kept], names),
    ],
  };
}

/** A conversation with two kept messages, which employees have seen, and its close. */
function earlierOfKind(description: Description, operation: string, kept: readonly string[]): Step[] {
  return [
    ...kept.map((as) => prepare(description, operation, {}, as)),
    prepare(description, operationOf(description, 'select')),
    look('present', [...kept], allContentFields(description), { setup: true }),
    ...closeConversation(description),
  ];
}

/** All fields of what is kept in a second conversation, some of it equal to messages of the first one. */
function equalInSecond(description: Description, operation: string): CaseDraft {
  const names = shownFields(description, operation);
  return {
    group: 'storage',
    name: 'kept-again',
    operation,
    title: `${operation} messages in a second conversation reach the employee, even if they equal earlier ones`,
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
    steps: [
      ...earlierOfKind(description, operation, ['m1', 'm2']),
      prepare(description, operation, { body: { kind: 'documented', like: 'm1' } }, 'm1 again'),
      prepare(description, operation, {}, 'm3'),
      prepare(description, operation, { body: { kind: 'documented', like: 'm2' } }, 'm2 again'),
      prepare(description, operationOf(description, 'select')),
      look('present', ['m1', 'm2', 'm1 again', 'm3', 'm2 again'], names),
    ],
  };
}

/** The shortest sequence that has an order, with the kinds in both orders. */
function twoInOrder(description: Description, operation: string): CaseDraft {
  const names = allContentFields(description);
  const other = operationsOf(description, 'message').find((kind) => kind !== operation) ?? operation;
  const kept = ['m1', 'm2'];
  return {
    group: 'storage',
    name: 'kept-two-in-order',
    operation,
    title: `${operation}, then ${other}, before the selection reach the employee in this order`,
    needs: inboxNeeds(names),
    steps: [
      prepare(description, operation, {}, 'm1'),
      prepare(description, other, {}, 'm2'),
      prepare(description, operationOf(description, 'select')),
      { ...look('present', kept, names), setup: true },
      look('order', kept, names),
    ],
  };
}
