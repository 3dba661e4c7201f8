import type { Description, EventRule } from '../../description/types.js';
import type { CaseDraft, Need, NotifiedStep, Step } from '../types.js';
import {
  action,
  closed,
  closing,
  employeeEvents,
  operate,
  operationOf,
  operationsOf,
  prepare,
  replies,
  send,
  WEBHOOK,
} from '../vocabulary.js';

/** Notifications to the webhook address (section 6). */
export function events(description: Description): CaseDraft[] {
  return [
    ...employeeEvents(description).map((rule) => sent(description, rule)),
    ...replies(description).flatMap((rule) => [
      ...unchanged(description, rule),
      ...exact(description, rule),
      rightUser(description, rule),
    ]),
    again(description),
    ...employeeEvents(description).flatMap((rule) => [
      ...unasked(description, rule),
      ...laws(description, rule),
    ]),
    ...addressSetLast(description),
    ...deliveries(description),
    retries(description),
  ];
}

/** Refusals before the catcher takes an event: two show whether the pauses grow. */
const REFUSALS = 2;

/** How failed deliveries are repeated is not shown. A target may hold others back meanwhile, so this comes last. */
function retries(description: Description): CaseDraft {
  return {
    group: 'events',
    name: 'retries',
    title: 'How a delivery that the catcher refuses is repeated',
    needs: [WEBHOOK],
    phase: 'last',
    steps: [
      { do: 'refuse', user: 'a', times: REFUSALS },
      prepare(description, operationOf(description, 'message')),
      { do: 'repeated', user: 'a', gap: 'retries' },
    ],
  };
}

type EmployeeEvent = ReturnType<typeof employeeEvents>[number];

/** Setup of a conversation that an employee can act in. */
export function conversation(description: Description, plan: Parameters<typeof prepare>[2] = {}): Step[] {
  return [operationOf(description, 'message'), operationOf(description, 'select')].map((name) =>
    prepare(description, name, plan),
  );
}

function sent(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft {
  return {
    group: 'events',
    name: `sent-${event}`,
    title: `${event} comes after the employee's ${name.replaceAll('_', ' ')}${carries.length ? `, with ${carries.join(' and ')}` : ''}`,
    needs: [WEBHOOK, action(name)],
    steps: [
      ...conversation(description),
      operate(name, parameters, { as: 'act' }),
      {
        do: 'notified',
        event,
        user: 'a',
        times: 1,
        calibrates: true,
        ...withContent(carries),
      },
    ],
  };
}

/** Which event is meant, where it carries something of the act: others of its name may come for other reasons. */
function withContent(parameters: string[]): Pick<NotifiedStep, 'carries'> {
  return parameters.length > 0 ? { carries: { of: 'act', parameters } } : {};
}

/** A later conversation ends as the first one does. */
function again(description: Description): CaseDraft {
  const { event, action: close } = closing(description);
  return {
    group: 'events',
    name: `sent-${event}-again`,
    title: `${event} comes after the employee's ${close} of a second conversation too`,
    needs: [WEBHOOK, action(close)],
    steps: [
      ...conversation(description),
      ...closed(description),
      ...conversation(description),
      operate(close, {}, { as: 'act' }),
      { do: 'notified', event, user: 'a', times: 2 },
    ],
  };
}

/** What the integrator asks for is told to it by no event that tells of employees. */
function unasked(description: Description, { event, action: name }: EmployeeEvent): CaseDraft[] {
  return operationsOf(description, 'message').map(
    (operation): CaseDraft => ({
      group: 'events',
      name: `unasked-${event}`,
      operation,
      title: `No ${event} comes for ${operation} and a selection alone`,
      // The employee's act elsewhere in the run shows that the event can come.
      needs: [WEBHOOK, action(name)],
      steps: [
        prepare(description, operation),
        prepare(description, operationOf(description, 'select')),
        send(description, operation, { kind: 'accepted' }),
        { do: 'notified', event, user: 'a', times: 0, settles: true },
      ],
    }),
  );
}

/** Whatever a case is about, an event that tells of an employee has its cause, and is for the user whom it concerns. */
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
      { do: 'notified', event, user: 'a', times: 1, ...withContent(carries), setup: true },
      { do: 'caused', event, action: name, law: which, carries },
    ],
  });
  return [
    law(
      'every-caused',
      `No ${event} of the run comes for a user without the employee's ${name.replaceAll('_', ' ')}`,
      'cause',
    ),
    ...(carries.length > 0
      ? [law('every-own', `No ${event} of the run carries what was written to another user`, 'own')]
      : []),
  ];
}

/** What an employee writes reaches the gateway unchanged, in whatever field the payload has for it. */
function unchanged(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft[] {
  const free = carries.find((parameter) => description.samples.freeParameters.includes(parameter));
  if (!free) return [];
  return Object.entries(description.samples.texts).map(
    ([sample, { value, repeat, mayBeRefused }]): CaseDraft => ({
      group: 'events',
      name: `unchanged-${event}-${sample}`,
      title: `${event} carries ${free} unchanged: ${sample.replaceAll('-', ' ')}`,
      needs: [WEBHOOK, action(name)],
      steps: [
        ...conversation(description),
        operate(
          name,
          { ...parameters, [free]: value.repeat(repeat ?? 1) },
          { as: 'act', ...(mayBeRefused && { setup: true }) },
        ),
        {
          do: 'notified',
          event,
          user: 'a',
          times: 1,
          calibrates: true,
          carries: { of: 'act', parameters: [free] },
        },
      ],
    }),
  );
}

/** Texts that services are known to unify come to the byte, as one expects of them. */
function exact(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft[] {
  const free = carries.find((parameter) => description.samples.freeParameters.includes(parameter));
  if (!free) return [];
  const texts = Object.values(description.samples.texts).flatMap(({ value, unifiable }) =>
    unifiable ? [value] : [],
  );
  // In one text, with the first of them at both edges.
  const text = [...texts, ...texts.slice(0, 1)].join('');
  return [
    {
      group: 'events',
      name: `exact-${event}`,
      title: `${event} carries ${free} to the byte: line ends, edge blanks, forms of letters`,
      needs: [WEBHOOK, action(name)],
      steps: [
        ...conversation(description),
        operate(name, { ...parameters, [free]: text }, { as: 'act' }),
        {
          do: 'notified',
          event,
          user: 'a',
          times: 1,
          carries: { of: 'act', parameters: [free], exact: true },
        },
      ],
    },
  ];
}

function rightUser(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft {
  return {
    group: 'events',
    name: `right-user-${event}`,
    title: `${event} names the user who was answered, and nobody else`,
    needs: [WEBHOOK, action(name)],
    steps: [
      ...conversation(description),
      ...conversation(description, { user: 'b' }),
      operate(name, parameters, { as: 'act' }),
      {
        do: 'notified',
        event,
        user: 'a',
        times: 1,
        calibrates: true,
        carries: { of: 'act', parameters: carries },
      },
      {
        do: 'notified',
        event,
        user: 'b',
        times: 0,
        settles: true,
        carries: { of: 'act', parameters: carries },
      },
    ],
  };
}

/** Every event goes to the address that was set last, whatever causes it. */
function addressSetLast(description: Description): CaseDraft[] {
  const message = prepare(description, operationOf(description, 'message'));
  const select = prepare(description, operationOf(description, 'select'));
  const draft = (
    event: string,
    needs: Need[],
    [before, stimulus]: [before: Step[], stimulus: Step],
    carries: string[] = [],
  ): CaseDraft => ({
    group: 'events',
    name: `address-set-last-${event}`,
    title: `${event} goes to the address that was set last`,
    needs: [WEBHOOK, ...needs],
    phase: 'address',
    steps: [
      ...before,
      { do: 'address', label: 'first', setup: true },
      { do: 'address', label: 'second', setup: true },
      stimulus,
      { do: 'notified', event, user: 'a', times: 1, address: 'second', ...withContent(carries) },
    ],
  });
  const caused = (event: string, { cause, carries }: EventRule): CaseDraft => {
    switch (cause.kind) {
      case 'routing':
        return draft(event, [], [[], message]);
      case 'operator':
        return draft(
          event,
          [action(cause.action)],
          [conversation(description), operate(cause.action, cause.parameters, { as: 'act' })],
          carries,
        );
      case 'delivery':
        return draft(event, [{ kind: 'online' }], [[select], message]);
    }
  };
  return Object.entries(description.events).map(([event, rule]) => caused(event, rule));
}

/** A message that reached a logged-in employee is reported, under a name that is not shown. */
function deliveries(description: Description): CaseDraft[] {
  return Object.entries(description.events).flatMap(([event, rule]) =>
    rule.cause.kind === 'delivery'
      ? operationsOf(description, 'message').map(
          (operation): CaseDraft => ({
            group: 'events',
            name: 'delivery-reported',
            operation,
            title: `A message of ${operation} that an employee received is reported`,
            needs: [WEBHOOK, { kind: 'online' }],
            steps: [
              prepare(description, operationOf(description, 'select')),
              prepare(description, operation, {}, 'message'),
              {
                do: 'notified',
                event,
                user: 'a',
                times: { atLeast: 1, atMost: Number.MAX_SAFE_INTEGER, gap: 'delivery-name' },
              },
            ],
          }),
        )
      : [],
  );
}
