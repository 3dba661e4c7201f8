import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  deliveryEvents,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
  timesAsked,
} from '../description-lookups.js';
import { actionsOf, inboxNeeds, WEBHOOK } from '../needs.js';
import { repliesInTurn, writeReplies } from '../reply-steps.js';
import {
  conversation,
  expectDeliveries,
  expectEventOf,
  ifPossible,
  look,
  operate,
  perform,
  prepare,
  repliesLeftOpen,
  send,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** Several replies, wherever and to whomever employees write them (section 6). */
export function replySequences(description: Description): CaseDraft[] {
  return [
    ...severalReplies(description),
    ...toUserWithoutMessages(description),
    ...atEachDestination(description),
  ];
}

/** How many consecutive replies, alternating between the kinds. */
const SEVERAL = 7;

/** What a reply of any kind can say. */
const SAME = 'https://files.example/same.png';

/** Replies follow each other as fast as employees write: each comes, with its own content. */
function severalReplies(description: Description): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  const acts = repliesInTurn(kinds, SEVERAL);
  return [
    {
      group: 'events',
      name: 'several-replies',
      title: `Each of ${SEVERAL} consecutive replies arrives with its own content, and so do replies of each kind with one content`,
      needs: [WEBHOOK, ...actionsOf(kinds)],
      steps: [
        ...conversation(description),
        ...writeReplies(acts, {}),
        ...acts.map(({ as, rule }) => expectEventOf(rule, as)),
        ...kinds.flatMap((rule): Step[] => {
          const as = `${rule.event} like the other kind`;
          const same = Object.fromEntries(rule.carries.map((parameter) => [parameter, SAME]));
          return [operate(rule.action, { ...rule.parameters, ...same }, { as }), expectEventOf(rule, as)];
        }),
      ],
    },
  ];
}

/** Whether employees can act for a user who has not written is up to the employee's side. */
function toUserWithoutMessages(description: Description): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  const end = closeRule(description);
  const acts = repliesInTurn(kinds, 2 * kinds.length);
  return [
    {
      group: 'events',
      name: 'told-unwritten',
      title:
        'Replies of each kind and the close send their events for a user who has written nothing, if employees can do that',
      needs: [WEBHOOK, ...actionsOf([...kinds, end])],
      steps: [
        prepare(description, operationOf(description, 'select')),
        ...acts.flatMap(({ as, rule }): Step[] => [
          ifPossible(perform(rule, { as })),
          expectEventOf(rule, as),
        ]),
        ifPossible(operate(end.action, {})),
        { do: 'expect-event', event: end.event, user: 'a', times: 1 },
      ],
    },
  ];
}

/** Replies of all kinds in turn, twice, and the close. */
function atEachDestination(description: Description): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  const end = closeRule(description);
  const acts = repliesInTurn(kinds, 2 * kinds.length);
  return [
    {
      group: 'events',
      name: 'told-at-each-destination',
      title:
        'All replies and the close send their events, and the next message asks again, whichever listed destination is chosen',
      needs: [WEBHOOK, ...actionsOf([...kinds, end])],
      eachDestination: 'main',
      steps: [
        ...conversation(description),
        ...writeReplies(acts, {}),
        ...acts.map(({ as, rule }) => expectEventOf(rule, as)),
        operate(end.action, {}),
        { do: 'expect-event', event: end.event, user: 'a', times: 1 },
        prepare(description, operationOf(description, 'message')),
        { do: 'expect-event', event: routingEvent(description), user: 'a', times: 2 },
      ],
    },
  ];
}

/** What employees write before a user has a conversation (sections 3 and 6). */
export function withoutDestination(description: Description): CaseDraft[] {
  return [...routingAfterEarlyReplies(description), ...messagesThroughEarlyReplies(description)];
}

/** If employees can write to a user without a destination, that selects nothing, and begins no conversation (section 3). */
function routingAfterEarlyReplies(description: Description): CaseDraft[] {
  const asked = timesAsked(description, ['message', 'message']);
  return operationsOf(description, 'message').map((operation) => ({
    group: 'routing',
    name: 'after-replies-without-destination',
    operation,
    title: `After replies to a user without a destination, if employees can write them, a second ${operation} message ${asked > 1 ? 'still asks for one' : 'asks for none'}`,
    needs: [WEBHOOK, ...actionsOf(replies(description))],
    steps: [
      prepare(description, operation),
      ...repliesLeftOpen(description),
      send(description, operation, { kind: 'accepted' }),
      {
        do: 'expect-event',
        event: routingEvent(description),
        user: 'a',
        times: asked,
        settles: true,
      },
    ],
  }));
}

/** Neither what waits for the selection nor the reply itself is lost (sections 1 and 6). */
function messagesThroughEarlyReplies(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const messages = ['m1', 'm2', 'm3', 'm4'];
  const [before, after] = [messages.slice(0, 2), messages.slice(2)];
  return [
    {
      group: 'storage',
      name: 'kept-through-replies-without-destination',
      title: 'Replies sent before a selection arrive, and lose no kept message',
      needs: [WEBHOOK, { kind: 'online' }, ...actionsOf(replies(description)), ...inboxNeeds(names)],
      steps: [
        ...writeInTurn(description, before),
        ...repliesLeftOpen(description),
        ...replies(description).map((rule): Step => expectEventOf(rule, rule.event)),
        ...writeInTurn(description, after),
        prepare(description, operationOf(description, 'select')),
        look('present', messages, names),
        ...deliveryEvents(description).map((event) => expectDeliveries(event, messages)),
      ],
    },
  ];
}
