import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  deliveryEvents,
  operationOf,
  replies,
  routingEvent,
  timesAsked,
} from '../description-lookups.js';
import { action, actionsOf, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import { replyWithEvent } from '../reply-steps.js';
import {
  closeConversation,
  conversation,
  expectDeliveries,
  logIn,
  logOut,
  look,
  OWN_POINT,
  operate,
  prepare,
  readers,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft } from '../types.js';

/** Reading where a user is, or what was written, changes nothing (section 3). */
export function reading(description: Description): CaseDraft[] {
  return [
    ...routingThroughReading(description),
    ...messagesThroughReading(description),
    ...earlySelectionThroughReading(description),
    ...waitingThroughReading(description),
    ...eventsAfterReading(description),
  ];
}

/** Reading where a user is, or what was written, changes nothing (section 3): as events show it. */
function routingThroughReading(description: Description): CaseDraft[] {
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  const row = ['message', 'message', 'select', 'message', 'close', 'message'] as const;
  const times = timesAsked(description, row);
  return readers(description).map(([operation, reads]) => ({
    group: 'routing',
    name: 'through-reading',
    operation,
    title: `Whatever ${operation} answers, it neither counts as a message nor ends a selection`,
    needs: [WEBHOOK, closeNeed(description)],
    steps: [
      reads,
      prepare(description, message),
      reads,
      prepare(description, message),
      prepare(description, operationOf(description, 'select')),
      reads,
      prepare(description, message),
      ...closeConversation(description),
      reads,
      prepare(description, message),
      { do: 'expect-event', event, user: 'a', times, settles: true },
    ],
  }));
}

/** The same as employees see it, at every destination. */
function messagesThroughReading(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  return readers(description).map(([operation, reads]) => ({
    group: 'storage',
    name: 'kept-through-reading',
    operation,
    title: `Messages reach the employees of whichever destination is chosen, whatever ${operation} answers meanwhile`,
    needs: inboxNeeds(names),
    eachDestination: 'main',
    steps: [
      reads,
      ...writeInTurn(description, ['k1']),
      reads,
      ...writeInTurn(description, ['k2']),
      look('absent', ['k1', 'k2'], names),
      prepare(description, operationOf(description, 'select')),
      reads,
      ...writeInTurn(description, ['m1', 'm2']),
      look('present', ['k1', 'k2', 'm1', 'm2'], names),
    ],
  }));
}

/** The same of a selection before the first message. */
function earlySelectionThroughReading(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  return readers(description).map(([operation, reads]) => ({
    group: 'storage',
    name: 'selected-early-through-reading',
    operation,
    title: `A selection of whichever destination before the first message holds, whatever ${operation} answers meanwhile`,
    needs: inboxNeeds(names),
    eachDestination: 'main',
    steps: [
      prepare(description, operationOf(description, 'select')),
      reads,
      ...writeInTurn(description, ['m1', 'm2']),
      look('present', ['m1', 'm2'], names),
    ],
  }));
}

/** The same while messages wait for a login. */
function waitingThroughReading(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const key = OWN_POINT;
  return readers(description, key).map(([operation, reads]) => ({
    group: 'storage',
    name: 'waiting-through-reading',
    operation,
    title: `Messages wait for a login, whatever ${operation} answers meanwhile`,
    needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      logIn(),
      ...writeInTurn(description, ['kept'], key),
      prepare(description, operationOf(description, 'select'), key),
      look('present', ['kept'], names, { ...key, setup: true }),
      logOut(),
      ...writeInTurn(description, ['m1', 'm2'], key),
      reads,
      logIn(),
      look('present', ['kept', 'm1', 'm2'], names, key),
    ],
  }));
}

/** What comes right after a read sends its event as at any other time (section 6). */
function eventsAfterReading(description: Description): CaseDraft[] {
  const kinds = replies(description);
  const { action: close, event: closes } = closeRule(description);
  const message = operationOf(description, 'message');
  return readers(description).map(([operation, reads]) => ({
    group: 'events',
    name: 'told-after-reading',
    operation,
    title: `Replies, deliveries and closes send their events right after ${operation}, whatever it answers`,
    needs: [WEBHOOK, action(close), ...actionsOf(kinds)],
    steps: [
      ...conversation(description),
      ...kinds.flatMap((rule) => [reads, ...replyWithEvent(rule)]),
      reads,
      prepare(description, message, {}, 'after one'),
      reads,
      reads,
      prepare(description, message, {}, 'after two'),
      ...deliveryEvents(description).map((event) => expectDeliveries(event, ['after one', 'after two'])),
      reads,
      operate(close, {}),
      { do: 'expect-event', event: closes, user: 'a', times: 1 },
      ...conversation(description),
      reads,
      reads,
      operate(close, {}),
      { do: 'expect-event', event: closes, user: 'a', times: 2 },
    ],
  }));
}
