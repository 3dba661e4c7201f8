import type { Description } from '../../description/types.js';
import {
  closeRule,
  type EmployeeEvent,
  fieldOf,
  freeParameterOf,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  routingEvent,
} from '../description-lookups.js';
import { addressRefusals, refusals } from '../faulty-requests.js';
import { action, actionsOf, WEBHOOK } from '../needs.js';
import type { UserLabel } from '../request-plan.js';
import {
  closeAtOwnPoint,
  conversation,
  expectEventOf,
  logIn,
  logOut,
  OWN_POINT,
  operate,
  perform,
  prepare,
  readers,
  SECOND_POINT,
  SELECT_AGAIN,
  sampleReplies,
  secondAddress,
  send,
  setAddress,
} from '../steps.js';
import type { CaseDraft, Need, SendStep, Step } from '../types.js';

/** More than somebody may think that a queue needs to hold: a list of fifty is full. */
const MANY = 67;

/** An address whose query must be kept. */
const WITH_QUERY = 'late?part=1&v=2';

/** Replies wait for an address whatever happens meanwhile, and however many there are (section 1). */
export function keptReplies(description: Description): CaseDraft[] {
  const kinds = replies(description);
  if (kinds.length === 0) return [];
  const { action: close } = closeRule(description);
  const message = prepare(description, operationOf(description, 'message'), OWN_POINT);
  const draft = (
    { name, title, count = 2, needs = [] }: { name: string; title: string; count?: number; needs?: Need[] },
    between: Step[] = [],
    needed: string[] = [],
  ): CaseDraft => {
    const acts = Array.from({ length: count }, (_, at) => ({
      as: `reply ${at + 1}`,
      rule: kinds[at % kinds.length] as EmployeeEvent,
    }));
    return {
      group: 'storage',
      name: `reply-kept-${name}`,
      title,
      needs: [
        WEBHOOK,
        ...[...kinds.map((rule) => rule.action), ...needed].map(action),
        { kind: 'unset-address' },
        ...needs,
      ],
      phase: 'unset',
      steps: [
        setAddress(null),
        ...conversation(description, OWN_POINT),
        ...acts.map(({ as, rule }) => perform(rule, { ...OWN_POINT, as })),
        ...between,
        setAddress('late'),
        ...acts.map(({ as, rule }) => expectEventOf(rule, as, { address: 'late' })),
      ],
    };
  };
  return [
    draft({
      name: 'many',
      title: `${MANY} replies made while no address is set arrive once one is set`,
      count: MANY,
    }),
    draft(
      {
        name: 'through-message-and-refusal',
        title: 'Replies kept while no address was set outlast a message of the user and a refused address',
      },
      [message, ...addressRefusals(description)],
    ),
    draft(
      {
        name: 'through-messages',
        title: 'Replies kept while no address was set outlast messages of every kind',
      },
      operationsOf(description, 'message').map((operation) => prepare(description, operation, OWN_POINT)),
    ),
    draft(
      {
        name: 'through-conversation-elsewhere',
        title:
          'Replies kept while no address was set outlast the close of their conversation and a next one at another destination',
        needs: [{ kind: 'two-destinations' }],
      },
      [
        closeAtOwnPoint(description),
        message,
        prepare(description, operationOf(description, 'select'), { ...OWN_POINT, destination: 'other' }),
      ],
      [close],
    ),
    draft(
      {
        name: 'through-removal-of-no-address',
        title: 'Replies kept while no address was set outlast a removal of the address that is not set',
      },
      [setAddress(null)],
    ),
    draft(
      {
        name: 'through-log-out',
        title: 'Replies kept while no address was set outlast a logout and login of their employees',
      },
      [logOut(), logIn()],
      ['set_presence'],
    ),
    draft(
      {
        name: 'through-close',
        title: 'Replies kept while no address was set outlast the close of their conversation',
      },
      [closeAtOwnPoint(description)],
      [close],
    ),
    draft(
      {
        name: 'through-refusals',
        title: 'Replies kept while no address was set outlast refused messages and selections of their user',
      },
      ['message', 'select'].flatMap((kind) =>
        refusals(description, operationOf(description, kind as 'message' | 'select')).map(
          (step): SendStep => ({ ...step, request: { ...OWN_POINT, ...step.request } }),
        ),
      ),
    ),
    draft(
      {
        name: 'through-close-elsewhere',
        title:
          "Replies kept while no address was set outlast the close of the same user's conversation at another contact point",
        needs: [{ kind: 'second-key' }],
      },
      [...conversation(description, SECOND_POINT), operate(close, {}, { ...SECOND_POINT, setup: true })],
      [close],
    ),
    draft(
      {
        name: 'through-close-and-message',
        title:
          'Replies kept while no address was set outlast the close of their conversation and the next message',
      },
      [closeAtOwnPoint(description), message],
      [close],
    ),
    draft(
      {
        name: 'through-next-conversation',
        title:
          'Replies kept while no address was set outlast the close of their conversation, the next message and the next selection',
      },
      [
        closeAtOwnPoint(description),
        message,
        prepare(description, operationOf(description, 'select'), OWN_POINT),
      ],
      [close],
    ),
    draft(
      {
        name: 'through-other-address',
        title:
          'Replies kept while no address was set outlast the setting of an address at another contact point',
        needs: [{ kind: 'second-key' }],
      },
      [secondAddress()],
    ),
    draft(
      {
        name: 'through-selected-again',
        title:
          'Replies kept while no address was set outlast a selection of another destination, whether it is accepted or not',
        needs: [{ kind: 'two-destinations' }],
      },
      [
        send(
          description,
          operationOf(description, 'select'),
          { kind: 'documented', gap: SELECT_AGAIN },
          { ...OWN_POINT, destination: 'other' },
        ),
      ],
    ),
    ...readers(description, OWN_POINT).map(([operation, reads]) =>
      draft(
        {
          name: `through-${operation}`,
          title: `Replies kept while no address was set outlast ${operation}`,
        },
        [reads],
      ),
    ),
    keptWhileLoggedOut(description, kinds),
    keptAtOther(description, kinds),
    keptWhateverBefore(description, kinds),
    keptBeforeWriting(description, kinds),
    keptForSameAddress(description, kinds),
    keptOfTwoConversations(description, kinds),
    keptOfManyUsers(description, kinds),
    ...keptAlike(description, kinds),
    ...keptEqual(description, kinds),
  ];
}

/** Three users of one contact point: a usual one, one of whom requests were refused, and one in a second conversation. */
function keptWhateverBefore(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  const { action: close } = closeRule(description);
  const message = operationOf(description, 'message');
  const users = ['a', 'b', 'c'] as const;
  const values = sampleReplies(description);
  const of = (user: UserLabel): { key: 'unset'; user: UserLabel } => ({ ...OWN_POINT, user });
  const acts = users.flatMap((user) => kinds.map((rule) => ({ user, rule, as: `${rule.event} to ${user}` })));
  const refused = refusals(description, message).map(
    (step): SendStep => ({ ...step, request: { ...of('b'), ...step.request }, setup: true }),
  );
  return {
    group: 'storage',
    name: 'reply-kept-whatever-before',
    title:
      'Replies to several users, made while no address is set, arrive once one is set, after refused requests and in a second conversation, too',
    needs: [WEBHOOK, action(close), ...actionsOf(kinds), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      setAddress(null),
      ...conversation(description, of('a')),
      ...conversation(description, of('b')),
      ...refused,
      ...conversation(description, of('c')),
      { ...operate(close, {}, of('c')), setup: true },
      ...conversation(description, of('c')),
      // In the second conversation with values of the pools, the first of which are not ASCII.
      ...acts.map(({ user, rule, as }) =>
        operate(rule.action, user === 'c' ? values.next(rule) : rule.parameters, { ...of(user), as }),
      ),
      setAddress(WITH_QUERY),
      ...acts.map(({ user, rule, as }) => expectEventOf(rule, as, { user, address: WITH_QUERY })),
    ],
  };
}

/** A reply of each kind, unless the employee's side does not allow it here. */
function repliesIfPossible(kinds: readonly EmployeeEvent[]): Step[] {
  return kinds.map((rule) => ({
    ...perform(rule, { ...OWN_POINT, as: rule.event }),
    mayBeImpossible: true,
  }));
}

/** An address is set, and the replies come there. */
function arrive(kinds: readonly EmployeeEvent[]): Step[] {
  return [setAddress('late'), ...kinds.map((rule) => expectEventOf(rule, rule.event, { address: 'late' }))];
}

/** Whether employees can write to a user who has not written is up to the employee's side. */
function keptBeforeWriting(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  return {
    group: 'storage',
    name: 'reply-kept-before-writing',
    title:
      'Replies to a user who has not written yet, if possible, made while no address is set, arrive once one is set',
    needs: [WEBHOOK, ...actionsOf(kinds), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      setAddress(null),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      ...repliesIfPossible(kinds),
      ...arrive(kinds),
    ],
  };
}

/** Users whose replies wait at once: more than a short list holds. */
const ANSWERED = [
  'a',
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
  'k',
] as const satisfies readonly UserLabel[];

/** Everybody's replies wait, however many others have some. */
function keptOfManyUsers(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  const acts = ANSWERED.map((user, at) => ({
    user,
    rule: kinds[at % kinds.length] as EmployeeEvent,
    as: `reply to ${user}`,
  }));
  return {
    group: 'storage',
    name: 'reply-kept-of-many-users',
    title: `Replies to ${ANSWERED.length} users, made while no address is set, all arrive once one is set`,
    needs: [WEBHOOK, ...actionsOf(kinds), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      setAddress(null),
      ...ANSWERED.flatMap((user) => conversation(description, { ...OWN_POINT, user })),
      ...acts.map(({ user, rule, as }) => perform(rule, { ...OWN_POINT, user, as })),
      setAddress('late'),
      ...acts.map(({ user, rule, as }) => expectEventOf(rule, as, { user, address: 'late' })),
    ],
  };
}

/** Those of an earlier conversation wait beside those of the current one. */
function keptOfTwoConversations(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  const { action: close } = closeRule(description);
  const of = (when: string): { rule: EmployeeEvent; as: string }[] =>
    kinds.map((rule) => ({ rule, as: `${when} ${rule.event}` }));
  const write = (acts: ReturnType<typeof of>): Step[] =>
    acts.map(({ rule, as }) => perform(rule, { ...OWN_POINT, as }));
  const [first, second] = [of('first'), of('second')];
  return {
    group: 'storage',
    name: 'reply-kept-of-two-conversations',
    title: 'Replies of two conversations, made while no address is set, all arrive once one is set',
    needs: [WEBHOOK, action(close), ...actionsOf(kinds), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      setAddress(null),
      ...conversation(description, OWN_POINT),
      ...write(first),
      closeAtOwnPoint(description),
      ...conversation(description, OWN_POINT),
      ...write(second),
      setAddress('late'),
      ...[...first, ...second].map(({ rule, as }) => expectEventOf(rule, as, { address: 'late' })),
    ],
  };
}

/** The address is taken away, and the very same one is set again. */
function keptForSameAddress(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  const address = 'late';
  const acts = kinds.map((rule) => ({ rule, as: `reply of ${rule.event}` }));
  return {
    group: 'storage',
    name: 'reply-kept-for-same-address',
    title: 'Replies made while no address is set arrive once the address is set that was taken away',
    needs: [WEBHOOK, ...actionsOf(kinds), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      setAddress(address),
      ...conversation(description, OWN_POINT),
      setAddress(null),
      ...acts.map(({ rule, as }) => perform(rule, { ...OWN_POINT, as })),
      setAddress(address),
      ...acts.map(({ rule, as }) => expectEventOf(rule, as, { address })),
    ],
  };
}

/** A kept reply that equals the user's own message, or a reply that was sent before, is a reply all the same. */
function keptAlike(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft[] {
  const message = operationOf(description, 'message');
  const content = fieldOf(requestFields(description, message), 'content');
  return kinds.flatMap((rule): CaseDraft[] => {
    const free = freeParameterOf(description, rule);
    if (free === undefined || content === undefined) return [];
    const reply = (as: string, words: string): Step =>
      operate(rule.action, { ...rule.parameters, [free]: words }, { ...OWN_POINT, as });
    return [
      {
        group: 'storage',
        name: `reply-kept-alike-${rule.event}`,
        title: `${rule.event} for a kept reply arrives, even if it equals a reply that was sent before or kept before, or the user's last message`,
        needs: [WEBHOOK, action(rule.action), { kind: 'unset-address' }],
        phase: 'unset',
        steps: [
          setAddress('early'),
          ...conversation(description, OWN_POINT),
          reply('sent', FIRST_WORDS),
          { ...expectEventOf(rule, 'sent', { address: 'early' }), setup: true },
          setAddress(null),
          prepare(description, message, {
            ...OWN_POINT,
            body: { kind: 'documented', filled: { [content]: SECOND_WORDS } },
          }),
          reply('like the one before', FIRST_WORDS),
          reply('like the message', SECOND_WORDS),
          setAddress('late'),
          expectEventOf(rule, 'like the one before', { address: 'late' }),
          expectEventOf(rule, 'like the message', { address: 'late' }),
          setAddress(null),
          reply('like a kept one', SECOND_WORDS),
          setAddress('latest'),
          expectEventOf(rule, 'like a kept one', { address: 'latest' }),
        ],
      },
    ];
  });
}

/** The same words to two users are a reply to each. */
function keptEqual(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft[] {
  const users = ['a', 'b'] as const;
  return kinds.flatMap((rule): CaseDraft[] => {
    const free = freeParameterOf(description, rule);
    if (free === undefined) return [];
    return [
      {
        group: 'storage',
        name: `reply-kept-equal-${rule.event}`,
        title: `${rule.event} arrives for each of two users who are sent the same words while no address is set`,
        needs: [WEBHOOK, action(rule.action), { kind: 'unset-address' }],
        phase: 'unset',
        steps: [
          setAddress(null),
          ...users.flatMap((user) => conversation(description, { ...OWN_POINT, user })),
          ...users.map((user) =>
            operate(
              rule.action,
              { ...rule.parameters, [free]: WORDS_TO_ALL },
              { ...OWN_POINT, user, as: `reply to ${user}` },
            ),
          ),
          setAddress('late'),
          ...users.map((user) => expectEventOf(rule, `reply to ${user}`, { user, address: 'late' })),
        ],
      },
    ];
  });
}

const WORDS_TO_ALL = 'We are closed until Monday.';
const FIRST_WORDS = 'We call {user} back.';
const SECOND_WORDS = 'Thank you, says {user}.';

/** In a second conversation, and at another destination. */
function keptAtOther(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  const { action: close } = closeRule(description);
  const users = ['a', 'b'] as const;
  const acts = users.flatMap((user, destination) =>
    kinds.map((rule) => ({ user, destination, rule, as: `${rule.event} to ${user}` })),
  );
  return {
    group: 'storage',
    name: 'reply-kept-elsewhere',
    title:
      'Replies in a second conversation and at another destination, made while no address is set, arrive once one is set',
    needs: [
      WEBHOOK,
      { kind: 'two-destinations' },
      action(close),
      ...actionsOf(kinds),
      { kind: 'unset-address' },
    ],
    phase: 'unset',
    steps: [
      setAddress(null),
      ...conversation(description, OWN_POINT),
      closeAtOwnPoint(description),
      ...conversation(description, OWN_POINT),
      ...conversation(description, { ...OWN_POINT, user: 'b', destination: 'other' }),
      ...acts.map(
        ({ user, destination, rule, as }): Step => ({
          ...perform(rule, { ...OWN_POINT, user, as }),
          destination,
        }),
      ),
      setAddress('late'),
      ...acts.map(({ user, rule, as }) => expectEventOf(rule, as, { user, address: 'late' })),
    ],
  };
}

/** Whether employees can reply once they have logged out is up to the employee's side. */
function keptWhileLoggedOut(description: Description, kinds: readonly EmployeeEvent[]): CaseDraft {
  return {
    group: 'storage',
    name: 'reply-kept-while-logged-out',
    title:
      'Replies made while everybody is logged out, if possible, and no address is set arrive once one is set',
    needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }, ...actionsOf(kinds)],
    phase: 'unset',
    steps: [
      setAddress(null),
      logIn(),
      ...conversation(description, OWN_POINT),
      logOut(),
      ...repliesIfPossible(kinds),
      logIn(),
      ...arrive(kinds),
    ],
  };
}

/** It is not shown whether requests for a destination are kept, as replies are, while no address is set (section 6). */
export function keptEvents(description: Description): CaseDraft[] {
  const operation = operationOf(description, 'message');
  const key = { key: 'unset' as const };
  return [
    {
      group: 'storage',
      name: 'event-kept',
      operation,
      title: `Whether ${routingEvent(description)} is sent once an address is set, for a ${operation} sent before`,
      needs: [WEBHOOK, { kind: 'unset-address' }],
      phase: 'unset',
      steps: [
        setAddress(null),
        prepare(description, operation, key),
        setAddress('late'),
        {
          do: 'expect-event',
          event: routingEvent(description),
          user: 'a',
          times: { atLeast: 0, atMost: 1, gap: 'events-kept' },
          settles: true,
        },
      ],
    },
  ];
}
