import type { Description } from '../../description/types.js';
import type { CaseDraft, NotifiedStep, Step } from '../types.js';
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
    ...replies(description).flatMap((rule) => [...unchanged(description, rule), ...exact(description, rule)]),
    ...employeeEvents(description).map((rule) => rightUser(description, rule)),
    ...employeeEvents(description).map((rule) => again(description, rule)),
    ...employeeEvents(description).flatMap((rule) => [
      ...unasked(description, rule),
      ...laws(description, rule),
    ]),
    ...severalReplies(description),
    ...rightPoint(description),
    ...replies(description).map((rule) => repeated(description, rule)),
  ];
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
export function withContent(parameters: string[]): Pick<NotifiedStep, 'carries'> {
  return parameters.length > 0 ? { carries: { of: 'act', parameters } } : {};
}

/** A later conversation goes and ends as the first one does. */
function again(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft {
  const { event: end, action: close } = closing(description);
  const ends = event === end;
  return {
    group: 'events',
    name: `sent-${event}-again`,
    title: `${event} comes after the employee's ${name.replaceAll('_', ' ')} of a second conversation too`,
    needs: [WEBHOOK, action(close), ...(ends ? [] : [action(name)])],
    steps: [
      ...conversation(description),
      ...closed(description),
      ...conversation(description),
      operate(name, parameters, { as: 'act' }),
      { do: 'notified', event, user: 'a', times: ends ? 2 : 1, ...withContent(carries) },
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
      { do: 'event-cause', event, action: name, law: which, carries },
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
  const { freeParameters, texts, linkParameters = [], links = {} } = description.samples;
  const free = carries.find((parameter) => freeParameters.includes(parameter));
  const link = carries.find((parameter) => linkParameters.includes(parameter));
  const ofLinks = Object.entries(link ? links : {}).map(([sample, value]) => [sample, { value }] as const);
  const pool: Description['samples']['texts'] = free ? texts : Object.fromEntries(ofLinks);
  const parameter = free ?? link ?? '';
  return Object.entries(pool).map(
    ([sample, { value, repeat, mayBeRefused }]): CaseDraft => ({
      group: 'events',
      name: `unchanged-${event}-${sample}`,
      title: `${event} carries ${parameter} unchanged: ${sample.replaceAll('-', ' ')}`,
      needs: [WEBHOOK, action(name)],
      steps: [
        ...conversation(description),
        {
          ...operate(name, { ...parameters, [parameter]: value.repeat(repeat ?? 1) }, { as: 'act' }),
          ...(mayBeRefused && { setup: true, mayBeImpossible: true }),
        },
        {
          do: 'notified',
          event,
          user: 'a',
          times: 1,
          calibrates: true,
          carries: { of: 'act', parameters: [parameter] },
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
    title: `${event} names the user whom the employee's ${name.replaceAll('_', ' ')} concerns, and nobody else`,
    needs: [WEBHOOK, action(name)],
    steps: [
      ...conversation(description),
      ...conversation(description, { user: 'b' }),
      operate(name, parameters, { as: 'act' }),
      { do: 'notified', event, user: 'a', times: 1, calibrates: true, ...withContent(carries) },
      { do: 'notified', event, user: 'b', times: 0, settles: true, ...withContent(carries) },
    ],
  };
}

/** Replies and the close go to the contact point that they are made at, though the user wrote elsewhere since. */
function rightPoint(description: Description): CaseDraft[] {
  const second = { key: 'second' as const };
  const rules = employeeEvents(description);
  return [
    {
      group: 'events',
      name: 'right-contact-point',
      title:
        'What employees do at one contact point is told there, though the user wrote at another one since',
      needs: [WEBHOOK, { kind: 'second-key' }, ...rules.map((rule) => action(rule.action))],
      steps: [
        ...conversation(description),
        ...conversation(description, second),
        prepare(description, operationOf(description, 'message'), second),
        ...rules.flatMap(({ event, action: name, parameters, carries }): Step[] => [
          operate(name, parameters, { as: event }),
          {
            do: 'notified',
            event,
            user: 'a',
            times: 1,
            ...(carries.length > 0 && { carries: { of: event, parameters: carries } }),
          },
        ]),
      ],
    },
  ];
}

/** Who writes the same again means it again. */
function repeated(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft {
  const same = Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replaceAll('{n}', '1') : value,
    ]),
  );
  return {
    group: 'events',
    name: `repeated-${event}`,
    title: `${event} comes for each of two equal replies`,
    needs: [WEBHOOK, action(name)],
    steps: [
      ...conversation(description),
      ...[1, 2].flatMap((times): Step[] => [
        operate(name, same, { as: `reply ${times}` }),
        { do: 'notified', event, user: 'a', times, carries: { of: `reply ${times}`, parameters: carries } },
      ]),
    ],
  };
}

/** So many replies in a row, of the kinds in turn. */
const SEVERAL = 7;

/** Replies follow each other as fast as employees write: each comes, with its own content. */
function severalReplies(description: Description): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  const acts = Array.from({ length: SEVERAL }, (_, at) => ({
    as: `reply ${at + 1}`,
    rule: kinds[at % kinds.length] as EmployeeEvent,
  }));
  return [
    {
      group: 'events',
      name: 'several-replies',
      title: `Each of ${SEVERAL} replies in a row comes, with its own content`,
      needs: [WEBHOOK, ...kinds.map((rule) => action(rule.action))],
      steps: [
        ...conversation(description),
        ...acts.map(({ as, rule }) => operate(rule.action, rule.parameters, { as })),
        ...acts.map(
          ({ as, rule: { event, carries } }): Step => ({
            do: 'notified',
            event,
            user: 'a',
            times: 1,
            carries: { of: as, parameters: carries },
          }),
        ),
      ],
    },
  ];
}
