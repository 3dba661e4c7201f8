import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  destinationList,
  fieldOf,
  operationOf,
  operationsOf,
  replies,
  rowsOf,
  statusAndCode,
} from '../description-lookups.js';
import { action, actionsOf, inboxNeeds } from '../needs.js';
import type { UserLabel } from '../request-plan.js';
import {
  closeAtOwnPoint,
  conversation,
  ifPossible,
  logIn,
  logOut,
  look,
  OWN_POINT,
  operate,
  perform,
  prepare,
  repliesLeftOpen,
  SECOND_POINT,
  send,
  sendTwice,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Need, PresenceStep, Step } from '../types.js';

/** What the listed destinations can be used for (sections 1, 2 and 4). */
export function destinations(description: Description): CaseDraft[] {
  const list = operationOf(description, 'destinations');
  const [listField, elements] = destinationList(description);
  const presence = fieldOf(elements, 'presence');
  return [
    ...operationsOf(description, 'select').map(
      (operation): CaseDraft => ({
        group: 'destinations',
        name: 'listed-is-selectable',
        operation,
        title: `A destination that ${list} lists is accepted by ${operation}`,
        needs: [],
        steps: [prepare(description, list), send(description, operation, { kind: 'accepted' })],
      }),
    ),
    ...operationsOf(description, 'select').map(
      (operation): CaseDraft => ({
        group: 'destinations',
        name: 'each-is-selectable',
        operation,
        title: `Every destination that ${list} lists is accepted by ${operation}`,
        needs: [],
        eachDestination: 'main',
        steps: [send(description, operation, { kind: 'accepted' })],
      }),
    ),
    ...operationsOf(description, 'select').map(
      (operation): CaseDraft => ({
        group: 'destinations',
        name: 'each-is-selectable-at-second',
        operation,
        title: `Every destination that ${list} lists at the second contact point is accepted by ${operation} there`,
        needs: [{ kind: 'second-key' }],
        eachDestination: 'second',
        steps: [send(description, operation, { kind: 'accepted' }, SECOND_POINT)],
      }),
    ),
    ...(listField && presence
      ? [
          presenceOfDestination(true, presence),
          presenceOfDestination(false, presence),
          ofEach(presence),
          whereMessagesArrive(description, presence),
          whereMessagesWait(description, presence),
          amidConversations(description, presence),
          amidReplies(description, presence),
          throughConversations(description, presence),
          besideOtherPoint(presence),
        ]
      : []),
  ];
}

/**
 * Both directions at every destination, whatever the employees of another one do meanwhile. Employees may work for
 * several destinations: then a logout at one can leave others unattended, but a login at these brings somebody back
 * there.
 */
function ofEach(presence: string): CaseDraft {
  const step = { do: 'presence', destination: 'chosen', key: 'unset' } as const;
  const other = { ...step, destination: 'other' } as const;
  return {
    group: 'destinations',
    name: 'presence-of-each',
    title: `${presence} of every destination follows its own employees, and those of no other`,
    needs: [action('set_presence'), { kind: 'unset-address' }, { kind: 'two-destinations' }],
    phase: 'unset',
    eachDestination: 'unset',
    steps: [
      { ...other, online: true, setup: true },
      { ...step, online: true, setup: true },
      { ...step, online: false, affectsNoOther: true, gap: 'shared-employees' },
      { ...other, online: true, affectsNoOther: true },
      { ...step, online: true, affectsNoOther: true },
      { ...other, online: false, affectsNoOther: true },
    ],
  };
}

/**
 * Employees may work for several destinations: that a logout leaves others unattended is right, unless messages arrive
 * there. An inbox that shows what waits for a login, as user `b` finds out, does not tell.
 */
function whereMessagesArrive(description: Description, presence: string): CaseDraft {
  const { steps, write, names } = atBothDestinations(description);
  return {
    group: 'destinations',
    name: 'presence-where-messages-arrive',
    title: `${presence} stays true where messages reach employees at once, while those of another destination are logged out`,
    needs: presenceAndInbox(names),
    phase: 'unset',
    steps: [
      ...steps,
      logOut(),
      ...write('a', 'at once', 'at once too'),
      ...write('b', 'waiting', 'waiting too'),
      {
        do: 'presence',
        destination: 'other',
        online: true,
        ...OWN_POINT,
        unchanged: true,
        shownBy: { message: 'at once', waiting: 'waiting' },
      },
    ],
  };
}

/** The opposite: that a login attends to others as well is right, unless what waits there goes on waiting. */
function whereMessagesWait(description: Description, presence: string): CaseDraft {
  const { steps, write, names } = atBothDestinations(description);
  const other: PresenceStep = { do: 'presence', destination: 'other', online: false, ...OWN_POINT };
  return {
    group: 'destinations',
    name: 'presence-where-messages-wait',
    title: `${presence} stays false where messages wait for a login, while employees of another destination log in`,
    needs: presenceAndInbox(names),
    phase: 'unset',
    steps: [
      ...steps,
      logOut(),
      { ...other, setup: true },
      ...write('a', 'waiting', 'waiting too'),
      logIn(),
      { ...other, unchanged: true, shownBy: { message: 'waiting' } },
    ],
  };
}

/** Setup: employees of both destinations have logged in; they see messages of user `a` at the other, of `b` at the chosen. */
function atBothDestinations(description: Description): {
  steps: Step[];
  write: (user: UserLabel, ...as: string[]) => Step[];
  names: string[];
} {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const write = (user: UserLabel, ...as: string[]): Step[] =>
    writeInTurn(description, as, { ...OWN_POINT, user });
  const seen = { ...OWN_POINT, setup: true } as const;
  return {
    names,
    write,
    steps: [
      logIn(),
      { ...logIn(), destination: 'other' },
      ...write('a', 'first of a'),
      ...write('b', 'first of b'),
      prepare(description, select, { ...OWN_POINT, destination: 'other' }),
      prepare(description, select, { ...OWN_POINT, user: 'b' }),
      look('present', ['first of a'], names, { ...seen, destination: 'other' }),
      look('present', ['first of b'], names, { ...seen, user: 'b' }),
    ],
  };
}

function presenceAndInbox(names: string[]): Need[] {
  return [
    action('set_presence'),
    ...inboxNeeds(names),
    { kind: 'unset-address' },
    { kind: 'two-destinations' },
  ];
}

/**
 * The same at two contact points. Employees may work for both: then a logout at one leaves the other unattended, too, but a
 * login there brings somebody back.
 */
function besideOtherPoint(presence: string): CaseDraft {
  const here = { do: 'presence', destination: 'chosen', key: 'unset' } as const;
  const there = { ...here, key: 'second' } as const;
  return {
    group: 'destinations',
    name: 'presence-at-second-contact-point',
    title: `${presence} at a contact point follows its own employees while those of another one are logged out`,
    needs: [action('set_presence'), { kind: 'unset-address' }, { kind: 'second-key' }],
    phase: 'unset',
    steps: [
      { ...here, online: true, setup: true },
      { ...here, online: false, setup: true },
      { ...there, online: true },
      { ...here, online: true, setup: true },
      { ...there, online: true, setup: true },
    ],
  };
}

/** Conversations that are open, messages that wait for a login and closes make nobody come or go. */
function amidConversations(description: Description, presence: string): CaseDraft {
  const key = 'unset';
  const switchPresence = (online: boolean): PresenceStep => ({
    do: 'presence',
    destination: 'chosen',
    online,
    key,
  });
  const stillOut: Step = { ...switchPresence(false), unchanged: true };
  const { action: close } = closeRule(description);
  const select = operationOf(description, 'select');
  return {
    group: 'destinations',
    name: 'presence-amid-conversations',
    title: `${presence} follows the employees while conversations are open, messages wait for them, and after a close`,
    needs: [action('set_presence'), action(close), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      logIn(),
      ...writeInTurn(description, ['first', 'second'], { key }),
      prepare(description, select, { key }),
      switchPresence(false),
      ...writeInTurn(description, ['waiting', 'waiting too'], { key }),
      stillOut,
      switchPresence(true),
      switchPresence(false),
      prepare(description, select, { key, user: 'b' }),
      stillOut,
      ...writeInTurn(description, ['of another', 'of another too'], { key, user: 'b' }),
      stillOut,
      switchPresence(true),
      ...(['a', 'b'] as const).map((user) => operate(close, {}, { key, user, setup: true })),
      switchPresence(false),
      switchPresence(true),
    ],
  };
}

/** Whoever is there stays, whatever comes and ends: an empty conversation, too. */
function throughConversations(description: Description, presence: string): CaseDraft {
  const stillIn: PresenceStep = {
    do: 'presence',
    destination: 'chosen',
    online: true,
    ...OWN_POINT,
    unchanged: true,
  };
  const { action: close } = closeRule(description);
  const select = prepare(description, operationOf(description, 'select'), OWN_POINT);
  return {
    group: 'destinations',
    name: 'presence-through-conversations',
    title: `${presence} stays true through conversations with and without messages, replies and closes`,
    needs: [
      ...[close, 'set_presence', ...replies(description).map((rule) => rule.action)].map(action),
      { kind: 'unset-address' },
    ],
    phase: 'unset',
    steps: [
      logIn(),
      ...writeInTurn(description, ['first', 'second'], OWN_POINT),
      select,
      stillIn,
      ...replies(description).flatMap((rule): Step[] => [
        perform(rule, { ...OWN_POINT, setup: true }),
        stillIn,
      ]),
      closeAtOwnPoint(description),
      stillIn,
      select,
      stillIn,
      ifPossible(operate(close, {}, OWN_POINT)),
      stillIn,
    ],
  };
}

/** To write, if that is possible, is not to log in. */
function amidReplies(description: Description, presence: string): CaseDraft {
  const key = 'unset';
  const out: PresenceStep = { do: 'presence', destination: 'chosen', online: false, key };
  return {
    group: 'destinations',
    name: 'presence-amid-replies',
    title: `${presence} stays false after replies of logged-out employees, if they can write them`,
    needs: [action('set_presence'), ...actionsOf(replies(description)), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      logIn(),
      ...writeInTurn(description, ['first', 'second'], { key }),
      prepare(description, operationOf(description, 'select'), { key }),
      out,
      ...repliesLeftOpen(description, { key }),
      { ...out, unchanged: true },
    ],
  };
}

/** Who comes or goes twice must not go or come twice for it. */
function presenceOfDestination(online: boolean, presence: string): CaseDraft {
  const step = { do: 'presence', destination: 'chosen', key: 'unset' } as const;
  return {
    group: 'destinations',
    name: online ? 'presence-login' : 'presence-logout',
    title: `${presence} is ${online} after ${online ? 'an employee logs in' : 'the last employee logs out'}`,
    needs: [action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      // Judged as well: otherwise a presence that never changes would pass one half of the cases.
      { ...step, online: !online },
      { ...step, online: !online, setup: true },
      { ...step, online },
    ],
  };
}

/** Selections of destinations that the contact point does not have are refused (sections 2 and 7). */
export function unlistedDestinations(description: Description): CaseDraft[] {
  const rows = rowsOf(description, 'wrong-type');
  if (rows.length === 0) return [];
  const refused = `is refused with ${rows.map((row) => statusAndCode(description, row)).join(' or ')}`;
  const choosing = (
    operation: string,
    name: string,
    which: string,
    destination: 'unlisted' | 'foreign',
    { needs = [], before = [] }: { needs?: Need[]; before?: Step[] } = {},
  ): CaseDraft => ({
    group: 'requests',
    name,
    operation,
    title: `${operation} with ${which} ${refused}`,
    needs,
    steps: [
      ...before,
      ...sendTwice(send(description, operation, { kind: 'refused', rows }, { destination })),
    ],
  });
  return operationsOf(description, 'select').flatMap((operation) => [
    choosing(operation, 'unlisted-destination', 'a destination that was never listed', 'unlisted'),
    choosing(
      operation,
      'unlisted-destination-while-selected',
      'a destination that was never listed, while another is selected,',
      'unlisted',
      { before: conversation(description) },
    ),
    choosing(operation, 'foreign-destination', 'a destination of another contact point', 'foreign', {
      needs: [{ kind: 'second-key' }],
    }),
  ]);
}
