import type { Description } from '../../description/types.js';
import { conjunction } from '../../phrases.js';
import {
  allContentFields,
  cardOf,
  closeRule,
  contentFields,
  fieldOf,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  routingEvent,
  shownFields,
} from '../description-lookups.js';
import { action, actionsOf, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import type { UserLabel } from '../request-plan.js';
import {
  closeConversation,
  expectEventOf,
  ifPossible,
  look,
  operate,
  perform,
  prepare,
  tryValues,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** User ids of every shape, each with a twin that a service may mistake for it (section 1). */
export function users(description: Description): CaseDraft[] {
  return [
    ...exactUsers(description),
    ...userHistories(description),
    ...keptThroughCloseOfShorter(description),
    ...cardBesideShorter(description),
    ...routingOfUsers(description),
    ...closesOfUsers(description),
    ...similarUsers(description),
    ...routingOfSimilarUsers(description),
  ];
}

/** User ids of every shape, each with a twin that a service may mistake for it (section 1), as employees see it. */
function exactUsers(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  return twins(description, 'employee', 'exact-user', ({ write, choose }) => ({
    needs: inboxNeeds([...names, description.employee.user]),
    steps: [
      write(0, 'a', 'own'),
      write(1, 'b', 'foreign'),
      // The twin first, for most often its id is the beginning of the other one.
      choose('b'),
      look('absent', ['own'], names),
      choose('a'),
      look('present', ['own'], names, { without: ['foreign'] }),
      look('present', ['foreign'], names, { user: 'b', without: ['own'] }),
    ],
  }));
}

/** The same for earlier conversations: each user has their own, and nobody sees those of the twin. */
function userHistories(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const { action: close } = closeRule(description);
  return twins(
    description,
    'storage',
    'history-of-user',
    ({ write, choose }) => {
      const talk = (user: 'a' | 'b', own: string[], foreign: string[]): Step[] => [
        write(0, user, own.at(-1)),
        choose(user),
        look('present', own, names, { user, without: foreign }),
        ifPossible(operate(close, {}, { user, setup: true })),
      ];
      return {
        needs: [...inboxNeeds([...names, description.employee.user]), action(close)],
        steps: [
          ...talk('a', ['first of a'], []),
          ...talk('b', ['first of b'], ['first of a']),
          ...talk('a', ['first of a', 'second of a'], ['first of b']),
        ],
      };
    },
    'refused, or has a history of its own',
  );
}

/** A close ends nothing for a user whose id begins with that of the other. */
function keptThroughCloseOfShorter(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const { action: close } = closeRule(description);
  return [
    {
      group: 'storage',
      name: 'kept-through-close-of-shorter-user',
      title:
        "The close for one user keeps the stored messages of a user whose longer id starts with that user's id",
      needs: [...inboxNeeds(names), action(close)],
      users: { b: '{user}1' },
      steps: [
        ...writeInTurn(description, ['a1']),
        ...writeInTurn(description, ['b1', 'b2'], { user: 'b' }),
        prepare(description, select),
        look('present', ['a1'], names, { setup: true }),
        operate(close, {}, { setup: true }),
        prepare(description, select, { user: 'b' }),
        look('present', ['b1', 'b2'], names, { user: 'b' }),
      ],
    },
  ];
}

/** A selection says nothing of a user whose id begins with that of its own, nor of one with whose id its own begins. */
function cardBesideShorter(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const message = operationOf(description, 'message');
  const names = shownFields(description, select);
  if (names.length === 0) return [];
  const talk = (user: 'a' | 'b', time: 1 | 2): Step[] => [
    prepare(description, message, { user }, `message ${time} of ${user}`),
    prepare(
      description,
      select,
      { user, body: { kind: 'documented', set: cardOf(description, `Somebody ${user}${time}`) } },
      `selection ${time} of ${user}`,
    ),
  ];
  const see = (user: 'a' | 'b', time: 1 | 2): Step =>
    look('present', [`message ${time} of ${user}`], names, { user, card: `selection ${time} of ${user}` });
  return [
    {
      group: 'employee',
      name: 'card-beside-shorter-user',
      title: `${select} does not change ${conjunction(names)} of users whose id is a prefix or an extension of the selected user's id`,
      needs: [
        ...inboxNeeds([...contentFields(description, message), ...names]),
        WEBHOOK,
        closeNeed(description),
      ],
      users: { b: '{user}1' },
      steps: [
        ...talk('b', 1),
        ...talk('a', 1),
        see('b', 1),
        see('a', 1),
        ...closeConversation(description, 1, 'b'),
        ...talk('b', 2),
        see('a', 1),
        see('b', 2),
      ],
    },
  ];
}

/** The same for events that ask for a destination, and for whom they ask. */
function routingOfUsers(description: Description): CaseDraft[] {
  const event = routingEvent(description);
  return twins(description, 'routing', 'exact-user', ({ write, choose }) => ({
    needs: [WEBHOOK],
    steps: [
      write(0, 'a'),
      { do: 'expect-event', event, user: 'a', times: 1 },
      choose('a'),
      write(1, 'b'),
      { do: 'expect-event', event, user: 'b', times: 1, shortage: MIXED_UP },
      write(1, 'a'),
      { do: 'expect-event', event, user: 'a', times: 1, settles: true },
    ],
  }));
}

/** The same for what employees write, and for whom they close. */
function closesOfUsers(description: Description): CaseDraft[] {
  const event = routingEvent(description);
  const { action: close, event: closes } = closeRule(description);
  const acts = replies(description);
  return twins(description, 'events', 'exact-user', ({ write, choose }) => ({
    needs: [WEBHOOK, action(close), ...actionsOf(acts)],
    steps: [
      write(0, 'a'),
      write(1, 'b'),
      choose('a'),
      choose('b'),
      ...(['a', 'b'] as const).flatMap((user) =>
        acts.flatMap((act): Step[] => [
          // A driver that cannot act for a user with an oddly shaped id says nothing of the target.
          ifPossible(perform(act, { user, as: `${act.event} to ${user}` })),
          expectEventOf(act, `${act.event} to ${user}`, { user }),
        ]),
      ),
      // That of the twin, whose id is often the beginning of the other one.
      ifPossible(operate(close, {}, { user: 'b' })),
      { do: 'expect-event', event: closes, user: 'b', times: 1 },
      write(0, 'a', 'further message of a'),
      write(1, 'b', 'further message of b'),
      { do: 'expect-event', event, user: 'b', times: 2, settles: true, shortage: MIXED_UP },
      { do: 'expect-event', event, user: 'a', times: 1, settles: true, shortage: MIXED_UP },
    ],
  }));
}

/** User ids that differ in one character: each user's messages and choice are their own (section 1). */
function similarUsers(description: Description): CaseDraft[] {
  const names = allContentFields(description);
  return crowds(description, 'employee', ({ users, write, choose }) => ({
    needs: inboxNeeds([...names, description.employee.user]),
    steps: [
      ...users.map((user) => write(0, user)),
      ...users.map(choose),
      ...users.map((user) =>
        look('present', [`message of ${user}`], names, {
          user,
          without: users.flatMap((other) => (other === user ? [] : [`message of ${other}`])),
        }),
      ),
    ],
  }));
}

/** The same for events that ask for a destination: nobody's choice is another's. */
function routingOfSimilarUsers(description: Description): CaseDraft[] {
  const event = routingEvent(description);
  return crowds(description, 'routing', ({ users, write, choose }) => ({
    needs: [WEBHOOK],
    steps: users.flatMap((user, at): Step[] => [
      write(at, user),
      { do: 'expect-event', event, user, times: 1, settles: true, ...(at > 0 && { shortage: MIXED_UP }) },
      choose(user),
    ]),
  }));
}

const MIXED_UP = 'Two users are treated as one: the conversation of one is mistaken for that of the other.';

interface Acts<Label extends UserLabel = 'a' | 'b'> {
  /** A message of the kind with this number. */
  write: (kind: number, user: Label, as?: string) => Step;
  choose: (user: Label) => Step;
}

/** A case for each pair of ids; it ends where an id is refused. */
function twins(
  description: Description,
  group: 'employee' | 'routing' | 'events' | 'storage',
  name: string,
  course: (acts: Acts) => Pick<CaseDraft, 'needs' | 'steps'>,
  what = 'refused or kept distinct',
): CaseDraft[] {
  return Object.entries(description.samples.users ?? {}).map(([sample, { id, twin }]): CaseDraft => {
    const { field, acts } = actsOf(description, sample);
    return {
      group,
      name: `${name}-${sample}`,
      title: `Each ${field} is ${what}: ${JSON.stringify(id)} and ${JSON.stringify(twin)}`,
      users: { a: id, b: twin },
      ...course(acts),
    };
  });
}

/** A case for each set of similar ids; it ends where one is refused. */
function crowds(
  description: Description,
  group: 'employee' | 'routing',
  course: (acts: Acts<UserLabel> & { users: readonly UserLabel[] }) => Pick<CaseDraft, 'needs' | 'steps'>,
): CaseDraft[] {
  return Object.entries(description.samples.similarUsers ?? {}).map(([sample, ids]): CaseDraft => {
    const { field, acts } = actsOf(description, sample);
    const users = LABELS.slice(0, ids.length);
    return {
      group,
      name: `similar-users-${sample}`,
      title: `Each ${field} is refused or kept distinct: ${ids.map((id) => JSON.stringify(id)).join(', ')}`,
      users: Object.fromEntries(users.map((user, at) => [user, ids[at]])),
      ...course({ ...acts, users }),
    };
  });
}

const LABELS = ['a', 'b', 'c', 'd', 'e'] as const satisfies readonly UserLabel[];

/** What users with odd ids do; a refusal ends the case. */
function actsOf(description: Description, sample: string): { field: string; acts: Acts<UserLabel> } {
  const kinds = operationsOf(description, 'message');
  const select = operationOf(description, 'select');
  const field = fieldOf(requestFields(description, select), 'user') ?? '';
  const act = (operation: string, user: UserLabel, as: string): Step => ({
    ...tryValues(description, operation, {}, sample, { user, of: field }),
    as,
    endsIf: 'refused',
  });
  return {
    field,
    acts: {
      write: (kind, user, as = `message of ${user}`) => act(kinds[kind % kinds.length] as string, user, as),
      choose: (user) => act(select, user, `selection of ${user}`),
    },
  };
}
