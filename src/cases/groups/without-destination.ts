import type { Description } from '../../description/types.js';
import {
  allContentFields,
  deliveryEvents,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
  timesAsked,
} from '../description-lookups.js';
import { actionsOf, inboxNeeds, WEBHOOK } from '../needs.js';
import {
  expectDeliveries,
  expectEventOf,
  look,
  prepare,
  repliesLeftOpen,
  send,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

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
