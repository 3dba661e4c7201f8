import type { Description } from '../../description/types.js';
import { conjunction } from '../../phrases.js';
import {
  closeRule,
  contentFields,
  deliveryEvents,
  type EmployeeEvent,
  employeeEvents,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
} from '../description-lookups.js';
import { action, actionsOf, inboxNeeds, WEBHOOK } from '../needs.js';
import { replyWithEvent } from '../reply-steps.js';
import {
  ADDRESS_OF_SECOND,
  closeConversation,
  conversation,
  expectEventOf,
  look,
  operate,
  prepare,
  SECOND_POINT,
  secondAddress,
  send,
  withContent,
  withoutNumbers,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** Notifications to the webhook address (section 6). */
export function events(description: Description): CaseDraft[] {
  return [
    ...employeeEvents(description).map((rule) => eventOfAction(description, rule)),
    ...employeeEvents(description).map((rule) => rightUser(description, rule)),
    ...employeeEvents(description).map((rule) => eventInSecondConversation(description, rule)),
    ...employeeEvents(description).flatMap((rule) => [
      ...unsolicitedEvents(description, rule),
      ...laws(description, rule),
    ]),
    ...everyReplyArrives(description),
    ...everyDeliveryIsReported(description),
    atBothPoints(description),
    ...rightPoint(description),
  ];
}

function eventOfAction(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft {
  return {
    group: 'events',
    name: `sent-${event}`,
    title: `${event} arrives after an employee's ${name.replaceAll('_', ' ')}${carries.length ? `, with ${conjunction(carries)}` : ''}`,
    needs: [WEBHOOK, action(name)],
    steps: [
      ...conversation(description),
      operate(name, parameters, { as: 'act' }),
      {
        do: 'expect-event',
        event,
        user: 'a',
        times: 1,
        calibrates: true,
        ...withContent(carries),
      },
    ],
  };
}

/** A later conversation goes and ends as the first one does. */
function eventInSecondConversation(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft {
  const { event: end, action: close } = closeRule(description);
  const ends = event === end;
  return {
    group: 'events',
    name: `sent-${event}-again`,
    title: `${event} arrives after an employee's ${name.replaceAll('_', ' ')} in a second conversation too`,
    needs: [WEBHOOK, action(close), ...(ends ? [] : [action(name)])],
    steps: [
      ...conversation(description),
      ...closeConversation(description),
      ...conversation(description),
      operate(name, parameters, { as: 'act' }),
      { do: 'expect-event', event, user: 'a', times: ends ? 2 : 1, ...withContent(carries) },
    ],
  };
}

/** No event about employees reports something that the gateway itself asked for. */
function unsolicitedEvents(description: Description, { event, action: name }: EmployeeEvent): CaseDraft[] {
  return operationsOf(description, 'message').map(
    (operation): CaseDraft => ({
      group: 'events',
      name: `unasked-${event}`,
      operation,
      title: `No ${event} arrives after just ${operation} and a selection`,
      // The employee's act elsewhere in the run shows that the event can come.
      needs: [WEBHOOK, action(name)],
      steps: [
        prepare(description, operation),
        prepare(description, operationOf(description, 'select')),
        send(description, operation, { kind: 'accepted' }),
        { do: 'expect-event', event, user: 'a', times: 0, settles: true },
      ],
    }),
  );
}

/** In every case, an event about an employee has its cause, and is for the user whom it concerns. */
function laws(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft[] {
  const law = (id: string, title: string, which: 'cause' | 'own'): CaseDraft => ({
    group: 'events',
    name: `${id}-${event}`,
    title,
    needs: [WEBHOOK, action(name)],
    steps: [
      ...conversation(description),
      operate(name, parameters, { as: 'act' }),
      { do: 'expect-event', event, user: 'a', times: 1, ...withContent(carries), setup: true },
      { do: 'event-cause', event, action: name, law: which, carries },
    ],
  });
  return [
    law(
      'every-caused',
      `No ${event} of the run arrives for a user without the employee's ${name.replaceAll('_', ' ')}`,
      'cause',
    ),
    ...(carries.length > 0
      ? [law('every-own', `No ${event} of the run carries what was written to another user`, 'own')]
      : []),
  ];
}

/** Wherever an employee writes something in the run, and whatever went before it. */
function everyReplyArrives(description: Description): CaseDraft[] {
  return replies(description).map(({ event, action: name, parameters, carries }) => ({
    group: 'events',
    name: `every-arrives-${event}`,
    title: `Every ${event} that employees cause during the run arrives`,
    needs: [WEBHOOK, action(name)],
    steps: [
      ...conversation(description),
      operate(name, parameters, { as: 'act' }),
      { do: 'expect-event', event, user: 'a', times: 1, ...withContent(carries), setup: true },
      { do: 'event-arrival', event, action: name, carries },
    ],
  }));
}

/** Wherever employees see a message in the run, and whatever went before it. */
function everyDeliveryIsReported(description: Description): CaseDraft[] {
  const operation = operationOf(description, 'message');
  const names = contentFields(description, operation);
  return deliveryEvents(description).map((event) => ({
    group: 'events',
    name: `every-arrives-${event}`,
    title: `Every message that employees see during the run is reported`,
    needs: [WEBHOOK, ...inboxNeeds(names)],
    steps: [
      prepare(description, operationOf(description, 'select')),
      prepare(description, operation, {}, 'message'),
      { ...look('present', ['message'], names), setup: true },
      { do: 'event-arrival', event, action: null, carries: [] },
    ],
  }));
}

function rightUser(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft {
  return {
    group: 'events',
    name: `right-user-${event}`,
    title: `${event} names the user whom the employee's ${name.replaceAll('_', ' ')} concerns, and nobody else`,
    needs: [WEBHOOK, action(name)],
    steps: [
      ...conversation(description),
      ...conversation(description, { user: 'b' }),
      operate(name, parameters, { as: 'act' }),
      { do: 'expect-event', event, user: 'a', times: 1, calibrates: true, ...withContent(carries) },
      { do: 'expect-event', event, user: 'b', times: 0, settles: true, ...withContent(carries) },
    ],
  };
}

/** What happens to a user at one contact point is reported there, though the same has just happened at another. */
function atBothPoints(description: Description): CaseDraft {
  const rules = employeeEvents(description);
  const event = routingEvent(description);
  const message = operationOf(description, 'message');
  const select = operationOf(description, 'select');
  return {
    group: 'events',
    name: 'same-at-contact-points',
    title: "Each of two contact points gets its own events of a user, however soon after the other's",
    needs: [WEBHOOK, { kind: 'second-key' }, ...actionsOf(rules)],
    steps: [
      secondAddress(),
      prepare(description, message),
      { do: 'expect-event', event, user: 'a', times: 1 },
      prepare(description, message, SECOND_POINT),
      { do: 'expect-event', event, user: 'a', times: 1, address: ADDRESS_OF_SECOND },
      prepare(description, select),
      prepare(description, select, SECOND_POINT),
      ...rules.flatMap((rule): Step[] => {
        const same = withoutNumbers(rule.parameters);
        return [
          operate(rule.action, same, { as: `${rule.event} here` }),
          expectEventOf(rule, `${rule.event} here`),
          operate(rule.action, same, { ...SECOND_POINT, as: `${rule.event} there` }),
          expectEventOf(rule, `${rule.event} there`, { address: ADDRESS_OF_SECOND }),
        ];
      }),
    ],
  };
}

/** Replies and the close go to the contact point at which they are made, though the user has since written to the other one. */
function rightPoint(description: Description): CaseDraft[] {
  const second = { key: 'second' as const };
  const rules = employeeEvents(description);
  const draft = (
    { name, title }: Pick<CaseDraft, 'name' | 'title'>,
    before: Step[],
    places: { at: { key?: 'second' }; other: { key?: 'second' }; address?: string },
  ): CaseDraft => {
    const { at, other, ...address } = places;
    return {
      group: 'events',
      name,
      title,
      needs: [WEBHOOK, { kind: 'second-key' }, ...actionsOf(rules)],
      steps: [
        ...before,
        ...conversation(description),
        ...conversation(description, second),
        prepare(description, operationOf(description, 'message'), other),
        ...rules.flatMap((rule) => replyWithEvent(rule, rule.event, { ...at, ...address })),
      ],
    };
  };
  return [
    draft(
      {
        name: 'right-contact-point',
        title:
          'Events of a conversation go to its own contact point, even if the user has since written to another',
      },
      [],
      { at: {}, other: second },
    ),
    draft(
      {
        name: 'right-second-contact-point',
        title:
          'Events of a conversation at the second contact point go to its address, even if the user has since written to the first',
      },
      [secondAddress()],
      { at: second, other: {}, address: ADDRESS_OF_SECOND },
    ),
  ];
}
