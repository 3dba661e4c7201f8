import type { Description, Field, Trigger } from '../../description/types.js';
import { conjunction } from '../../phrases.js';
import {
  allContentFields,
  operationOf,
  operationsOf,
  requestFields,
  routingEvent,
  shownFields,
  timesAsked,
} from '../description-lookups.js';
import { inboxNeeds, WEBHOOK } from '../needs.js';
import type { RequestPlan, UserLabel } from '../request-plan.js';
import { look, prepare, SECOND_POINT, send } from '../steps.js';
import type { CaseDraft, ExpectEventStep, SendStep, Step } from '../types.js';

/** How often each case is tried. */
const REPEATS = 2;

/** Several messages at once reach their employees, whole and at their own contact point (section 3). */
export function messagesAtOnce(description: Description): CaseDraft[] {
  return [...detailsAtOnce(description), ...crowdsAtOnce(description), ...atContactPoints(description)];
}

/** Two messages of one kind at once, while they wait and after the selection: each keeps all that is shown of it. */
function detailsAtOnce(description: Description): CaseDraft[] {
  return operationsOf(description, 'message').flatMap((operation): CaseDraft[] => {
    const names = shownFields(description, operation);
    const details = requestFields(description, operation).filter(
      ([name, field]) => names.includes(name) && field.role !== 'content' && takesAny(field),
    );
    if (details.length === 0) return [];
    const withValues = (number: number): Partial<RequestPlan> => ({
      body: {
        kind: 'documented',
        set: Object.fromEntries(details.map(([name, field]) => [name, detailOf(field, number)])),
      },
    });
    const pair = (first: number): Step[] => {
      const [one, other] = [`message ${first}`, `message ${first + 1}`];
      return [
        { ...prepare(description, operation, withValues(first), one), beside: true },
        prepare(description, operation, withValues(first + 1), other),
      ];
    };
    const of = (count: number): string[] => Array.from({ length: count }, (_, at) => `message ${at + 1}`);
    return [
      {
        group: 'concurrency',
        name: 'details-of-messages',
        operation,
        title: `Of two ${operation} messages at once, each reaches the employee with its own ${conjunction(details.map(([name]) => name))}`,
        needs: inboxNeeds(names),
        steps: [
          ...pair(1),
          prepare(description, operationOf(description, 'select')),
          look('present', of(2), names),
          ...pair(3),
          look('present', of(4), names),
        ],
        repeats: REPEATS,
      },
    ];
  });
}

/** Whether a field takes any value of its type. */
function takesAny({ type, freeText, pool }: Field): boolean {
  return type === 'number' || (type === 'string' && (freeText === true || pool === 'fileNames'));
}

/** A value that differs from message to message. */
function detailOf({ type, pool }: Field, number: number): unknown {
  if (type !== 'string') return 1000 + number;
  return `Detail ${number}${pool === 'fileNames' ? '.pdf' : ''}`;
}

/** More at once than a conversation has otherwise; their orders are too many to be tried. */
const CROWD = 8;

/**
 * Many messages of one user at once, of all kinds in turn: each is accepted and asks for a destination as it must, and
 * each reaches the employee, whether it waits for the selection or comes after it.
 */
function crowdsAtOnce(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const kinds = operationsOf(description, 'message');
  const crowd = (when: string): SendStep[] =>
    Array.from({ length: CROWD }, (_, at) => ({
      ...send(
        description,
        kinds[at % kinds.length] as string,
        { kind: 'accepted' },
        {},
        {
          as: `${when} ${at + 1}`,
        },
      ),
      ...(at < CROWD - 1 && { beside: true }),
    }));
  const expectPrompts = (triggers: Trigger[]): ExpectEventStep => ({
    do: 'expect-event',
    event: routingEvent(description),
    user: 'a',
    times: timesAsked(description, triggers),
  });
  const triggers = Array.from({ length: CROWD }, (): Trigger => 'message');
  const of = (steps: SendStep[]): string[] => steps.map(({ as = '' }) => as);
  const [kept, delivered] = [crowd('kept'), crowd('message')];
  const select = prepare(description, operationOf(description, 'select'));
  return [
    {
      group: 'concurrency',
      name: 'first-crowd',
      title: `${CROWD} concurrent first messages ask for a destination as often as sequential ones`,
      needs: [WEBHOOK],
      steps: [
        ...kept,
        expectPrompts(triggers),
        select,
        ...delivered,
        { ...expectPrompts([...triggers, 'select', ...triggers]), settles: true },
      ],
    },
    {
      group: 'concurrency',
      name: 'kept-crowd',
      title: `${CROWD} messages at once reach the employee, each once it is due`,
      needs: inboxNeeds(names),
      steps: [
        ...kept,
        look('absent', of(kept), names),
        select,
        look('present', of(kept), names),
        ...delivered,
        look('present', of([...kept, ...delivered]), names),
      ],
    },
  ];
}

/** The same user writes at two contact points at once (section 3): to each of them as if there were no other. */
function atContactPoints(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const users = ['a', 'b'] as const;
  const places = [
    { word: 'here', at: {} },
    { word: 'there', at: SECOND_POINT },
  ] as const;
  const atOnce = (steps: SendStep[]): SendStep[] =>
    steps.map((step, at) => (at < steps.length - 1 ? { ...step, beside: true } : step));
  return operationsOf(description, 'message').map((operation) => {
    const each = (make: (user: UserLabel, place: (typeof places)[number]) => SendStep): Step[] =>
      users.flatMap((user) => atOnce(places.map((place) => make(user, place))));
    const write = (when: string): Step[] =>
      each((user, place) =>
        prepare(description, operation, { user, ...place.at }, `${when} ${place.word} of ${user}`),
      );
    const see = (...when: string[]): Step[] =>
      users.flatMap((user) =>
        places.map((place) =>
          look(
            'present',
            when.map((each) => `${each} ${place.word} of ${user}`),
            names,
            { user, ...place.at },
          ),
        ),
      );
    return {
      group: 'concurrency' as const,
      name: 'at-contact-points',
      operation,
      title: `${operation} messages that one user sends to two contact points at once reach the employees of each`,
      needs: [...inboxNeeds(names), { kind: 'second-key' as const }],
      steps: [
        ...write('first'),
        ...each((user, place) =>
          prepare(description, operationOf(description, 'select'), { user, ...place.at }),
        ),
        ...see('first'),
        ...write('second'),
        ...see('first', 'second'),
      ],
    };
  });
}
