import type { Description } from '../../description/types.js';
import {
  closeRule,
  deliveryEvents,
  operationOf,
  operationsOf,
  requestFields,
  siblingOf,
} from '../description-lookups.js';
import { action, closeNeed, WEBHOOK } from '../needs.js';
import {
  ADDRESS_OF_SECOND,
  acceptedOrRefused,
  closeConversation,
  closeEmptyConversation,
  expectDeliveries,
  ifPossible,
  logIn,
  logOut,
  numbered,
  OWN_POINT,
  operate,
  prepare,
  SECOND_POINT,
  secondAddress,
  send,
  setAddress,
  tryValues,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, ExpectEventStep, Need, SendStep, Step } from '../types.js';

/** A message that reached a logged-in employee is reported, under a name that is not shown; each of them is (section 6). */
export function deliveries(description: Description): CaseDraft[] {
  return deliveryEvents(description).flatMap((event) => [
    ofMany(description, event),
    ofManyWaiting(description, event),
    ...operationsOf(description, 'message').flatMap((operation) => [
      ...ofFirstConversation(description, event, operation),
      ...ofLaterConversations(description, event, operation),
      ...ofEqualMessages(description, event, operation),
      ofEachContactPoint(description, event, operation),
      ...ofLaterDestination(description, event, operation),
      ...ofUnusualMessages(description, event, operation),
      ...ofKeptMessages(description, event, operation),
      afterLogin(description, event, operation),
      ...beforeLogin(description, event, operation),
      duringLoginOfOthers(description, event, operation),
    ]),
  ]);
}

/** More than what somebody may have thought enough for one selection, or one login: twenty, or two to the fifth. */
const MANY = 35;

/** Of many messages, kept and later. */
function ofMany(description: Description, event: string): CaseDraft {
  const kept = numbered(MANY, 'kept ');
  const later = numbered(MANY, 'later ');
  return {
    group: 'events',
    name: 'delivery-reported-many',
    title: `Each of ${MANY} kept messages and of ${MANY} later ones is reported as delivered`,
    needs: [WEBHOOK, { kind: 'online' }],
    steps: [
      ...writeInTurn(description, kept),
      prepare(description, operationOf(description, 'select')),
      expectDeliveries(event, kept),
      ...writeInTurn(description, later),
      expectDeliveries(event, [...kept, ...later]),
    ],
  };
}

/** Of many messages that waited for a login. */
function ofManyWaiting(description: Description, event: string): CaseDraft {
  const waiting = numbered(MANY);
  return {
    group: 'events',
    name: 'delivery-reported-many-after-login',
    title: `Each of ${MANY} messages to logged-out employees is reported as delivered after they log in`,
    needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      setAddress('late'),
      logOut(),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      ...writeInTurn(description, waiting, OWN_POINT),
      logIn(),
      expectDeliveries(event, waiting, { address: 'late' }),
    ],
  };
}

/** What cases about messages of one kind to logged-in employees, and reports of their delivery, are made of. */
interface DeliveryCases {
  draft: (name: string, title: string, steps: Step[], needs?: Need[]) => CaseDraft;
  select: SendStep;
  write: (as: string, by?: string) => SendStep;
  /** A message that equals the one of this name. */
  writeAgain: (like: string, as: string) => SendStep;
  expectReports: (messages: string[]) => ExpectEventStep;
  expectNone: () => ExpectEventStep;
}

function deliveryCases(description: Description, event: string, operation: string): DeliveryCases {
  return {
    draft: (name, title, steps, needs = []) => ({
      group: 'events',
      name: `delivery-${name}`,
      operation,
      title,
      needs: [WEBHOOK, { kind: 'online' }, ...needs],
      steps,
    }),
    select: prepare(description, operationOf(description, 'select')),
    write: (as, by = operation) => prepare(description, by, {}, as),
    writeAgain: (like, as) => prepare(description, operation, { body: { kind: 'documented', like } }, as),
    // One is known by the event alone.
    expectReports: (messages) => expectDeliveries(event, messages.length > 1 ? messages : []),
    expectNone: () => ({ do: 'expect-event', event, user: 'a', times: 0, settles: true }),
  };
}

/** Of messages before and after the selection. */
function ofFirstConversation(description: Description, event: string, operation: string): CaseDraft[] {
  const { draft, select, write, expectReports } = deliveryCases(description, event, operation);
  const other = siblingOf(description, operation);
  return [
    draft('reported', `A ${operation} message that an employee received is reported as delivered`, [
      select,
      write('message'),
      expectReports(['message']),
    ]),
    draft(
      'reported-each',
      `Each ${operation} and ${other} message, kept or later, is reported as delivered`,
      [
        write('kept'),
        write('kept-other', other),
        write('kept-last'),
        select,
        write('first'),
        write('other', other),
        write('last'),
        expectReports(['kept', 'kept-other', 'kept-last', 'first', 'other', 'last']),
      ],
    ),
  ];
}

/** Of messages in a second conversation, whatever begins it. */
function ofLaterConversations(description: Description, event: string, operation: string): CaseDraft[] {
  const { draft, select, write, expectReports } = deliveryCases(description, event, operation);
  const other = siblingOf(description, operation);
  return [
    draft(
      'reported-again',
      `Each ${operation} message in a later conversation is reported as delivered`,
      [
        write('before'),
        select,
        expectReports(['before']),
        ...closeConversation(description),
        write('kept'),
        select,
        write('later'),
        expectReports(['before', 'kept', 'later']),
      ],
      [closeNeed(description)],
    ),
    draft(
      'reported-selected-early-again',
      `Each ${operation} message after a selection that began a later conversation is reported as delivered`,
      [
        write('before'),
        select,
        expectReports(['before']),
        ...closeConversation(description),
        select,
        write('first'),
        write('second', other),
        expectReports(['before', 'first', 'second']),
      ],
      [closeNeed(description)],
    ),
  ];
}

/** Of messages that equal each other. */
function ofEqualMessages(description: Description, event: string, operation: string): CaseDraft[] {
  const { draft, select, write, writeAgain, expectReports } = deliveryCases(description, event, operation);
  return [
    draft(
      'reported-equal',
      `Each of several equal ${operation} messages, kept or later, is reported as delivered`,
      [
        write('kept'),
        writeAgain('kept', 'kept again'),
        select,
        write('first'),
        writeAgain('first', 'first again'),
        expectReports(['kept', 'kept again', 'first', 'first again']),
      ],
    ),
  ];
}

/** Of messages of one user to two contact points, each of which has an address of its own. */
function ofEachContactPoint(description: Description, event: string, operation: string): CaseDraft {
  const { draft, select, write, expectReports } = deliveryCases(description, event, operation);
  const there = (as: string): SendStep => prepare(description, operation, SECOND_POINT, as);
  const expectThere = (messages: string[]): ExpectEventStep =>
    expectDeliveries(event, messages, { address: ADDRESS_OF_SECOND });
  return draft(
    'reported-at-contact-points',
    `What ${operation} sends to two contact points for the same user is reported as delivered at the address of each`,
    [
      secondAddress(),
      write('here'),
      select,
      expectReports(['here']),
      there('there'),
      prepare(description, operationOf(description, 'select'), SECOND_POINT),
      expectThere(['there']),
      there('there again'),
      write('here again'),
      expectThere(['there', 'there again']),
      expectReports(['here', 'here again']),
    ],
    [{ kind: 'second-key' }],
  );
}

/** Of messages in a second conversation at another destination. */
function ofLaterDestination(description: Description, event: string, operation: string): CaseDraft[] {
  const { draft, select, write, expectReports } = deliveryCases(description, event, operation);
  return [
    draft(
      'reported-elsewhere',
      `Each ${operation} message in a later conversation at another destination is reported as delivered`,
      [
        write('before'),
        select,
        expectReports(['before']),
        ...closeConversation(description),
        write('kept'),
        prepare(description, operationOf(description, 'select'), { destination: 'other' }),
        write('later'),
        expectReports(['before', 'kept', 'later']),
      ],
      [closeNeed(description), { kind: 'two-destinations' }],
    ),
  ];
}

/** Of long messages, of empty ones, and of users with long ids. */
function ofUnusualMessages(description: Description, event: string, operation: string): CaseDraft[] {
  const { draft, select, write, expectReports } = deliveryCases(description, event, operation);
  return [
    draft('reported-long', `A long ${operation} message is reported as delivered`, [
      select,
      long(description, operation),
      write('short'),
      expectReports(['long', 'short']),
    ]),
    ...freeTexts(description, operation).map((field) =>
      draft(
        `reported-empty-${field}`,
        `A ${operation} message with an empty ${field} is reported as delivered`,
        [
          select,
          { ...tryValues(description, operation, { [field]: '' }, 'empty'), endsIf: 'refused' },
          write('later'),
          expectReports(['empty', 'later']),
        ],
      ),
    ),
    {
      ...draft(
        'reported-long-user',
        `A ${operation} message of a user with a long id is reported as delivered`,
        [
          {
            ...send(
              description,
              operationOf(description, 'select'),
              acceptedOrRefused(description, 'user ids', 'long'),
            ),
            endsIf: 'refused',
          },
          write('first'),
          write('second'),
          expectReports(['first', 'second']),
        ],
      ),
      users: { a: `{user}-${'0123456789'.repeat(8)}` },
    },
  ];
}

/** No message is delivered before a selection, whichever conversation it begins. */
function ofKeptMessages(description: Description, event: string, operation: string): CaseDraft[] {
  const { draft, select, write, expectNone } = deliveryCases(description, event, operation);
  return [
    draft('of-kept', `${operation} messages are not reported as delivered while they are kept`, [
      write('first'),
      write('second'),
      expectNone(),
    ]),
    draft(
      'of-kept-again',
      `${operation} messages after a conversation without any are not reported as delivered while they are kept`,
      [select, ...closeEmptyConversation(description), write('first'), write('second'), expectNone()],
      [closeNeed(description)],
    ),
  ];
}

/** Fields of a request that may say anything. */
function freeTexts(description: Description, operation: string): string[] {
  return requestFields(description, operation).flatMap(([field, { freeText }]) => (freeText ? [field] : []));
}

/** A message whose first free text is long; if that is refused, the case ends. */
function long(description: Description, operation: string): Step {
  const [field = ''] = freeTexts(description, operation);
  const set = { [field]: 'A long text. '.repeat(LONG_PARTS) };
  return { ...tryValues(description, operation, set, 'long'), endsIf: 'refused' };
}

/** Some 2,600 letters. */
const LONG_PARTS = 200;

/** Nor is one delivered to a selected destination where nobody is logged in, whichever conversation it begins. */
function beforeLogin(description: Description, event: string, operation: string): CaseDraft[] {
  const key = { key: 'unset' as const };
  const { action: close } = closeRule(description);
  const select = prepare(description, operationOf(description, 'select'), key);
  return [
    { name: 'of-waiting', when: '', before: [], needs: [] },
    {
      name: 'of-waiting-again',
      when: ' after a conversation without any',
      // Nothing of the first conversation is left to report.
      before: [select, ifPossible(operate(close, {}, { ...key, setup: true }))],
      needs: [action(close)],
    },
  ].map(({ name, when, before, needs }) => ({
    group: 'events',
    name: `delivery-${name}`,
    operation,
    title: `${operation} messages${when} are not reported as delivered while they wait for a login`,
    needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }, ...needs],
    phase: 'unset',
    steps: [
      setAddress('early'),
      ...before,
      logOut(),
      select,
      prepare(description, operation, key, 'first'),
      prepare(description, operation, key, 'second'),
      { do: 'expect-event', event, user: 'a', times: 0, meanwhile: true },
    ],
  }));
}

/** Nor by a login of others. */
function duringLoginOfOthers(description: Description, event: string, operation: string): CaseDraft {
  const key = { key: 'unset' as const };
  const others = { do: 'presence', destination: 'other', ...key, setup: true } as const;
  return {
    group: 'events',
    name: 'delivery-of-waiting-through-login-elsewhere',
    operation,
    title: `${operation} messages that wait for a login are not reported as delivered when employees of another destination log in`,
    needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }, { kind: 'two-destinations' }],
    phase: 'unset',
    steps: [
      setAddress('early'),
      { ...others, online: false },
      logOut(),
      prepare(description, operationOf(description, 'select'), key),
      prepare(description, operation, key, 'first'),
      prepare(description, operation, key, 'second'),
      { ...others, online: true, apart: true },
      { do: 'expect-event', event, user: 'a', times: 0, meanwhile: true },
    ],
  };
}

/** What an employee receives by logging in is delivered then. */
function afterLogin(description: Description, event: string, operation: string): CaseDraft {
  const key = { key: 'unset' as const };
  const messages = ['kept', 'first', 'second'];
  const [kept = '', ...later] = messages;
  return {
    group: 'events',
    name: 'delivery-after-login',
    operation,
    title: `Each ${operation} message to logged-out employees is reported as delivered after they log in`,
    needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      setAddress(null),
      setAddress('late'),
      logOut(),
      prepare(description, operation, key, kept),
      prepare(description, operationOf(description, 'select'), key),
      ...later.map((as) => prepare(description, operation, key, as)),
      logIn(),
      expectDeliveries(event, messages, { address: 'late' }),
    ],
  };
}
