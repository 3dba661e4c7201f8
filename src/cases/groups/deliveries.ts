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
  acceptedOrRefused,
  closeConversation,
  expectDeliveries,
  logIn,
  logOut,
  operate,
  prepare,
  send,
  setAddress,
  tryValues,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** A message that reached a logged-in employee is reported, under a name that is not shown; each of them is (section 6). */
export function deliveries(description: Description): CaseDraft[] {
  return deliveryEvents(description).flatMap((event) =>
    operationsOf(description, 'message').flatMap((operation) => ofOperation(description, event, operation)),
  );
}

const ONLINE = { kind: 'online' } as const;

function ofOperation(description: Description, event: string, operation: string): CaseDraft[] {
  const other = siblingOf(description, operation);
  const selects = operationOf(description, 'select');
  const select = prepare(description, selects);
  const write = (as: string, by = operation): Step => prepare(description, by, {}, as);
  const alike = (like: string, as: string): Step =>
    prepare(description, operation, { body: { kind: 'documented', like } }, as);
  // One is known by the event alone.
  const reportedOf = (reports: string[]): Step => expectDeliveries(event, reports.length > 1 ? reports : []);
  const draft = (name: string, title: string, steps: Step[], needs: CaseDraft['needs'] = []): CaseDraft => ({
    group: 'events',
    name: `delivery-${name}`,
    operation,
    title,
    needs: [WEBHOOK, ONLINE, ...needs],
    steps,
  });
  return [
    draft('reported', `A ${operation} message that an employee received is reported as delivered`, [
      select,
      write('message'),
      reportedOf(['message']),
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
        reportedOf(['kept', 'kept-other', 'kept-last', 'first', 'other', 'last']),
      ],
    ),
    draft(
      'reported-again',
      `Each ${operation} message in a later conversation is reported as delivered`,
      [
        write('before'),
        select,
        reportedOf(['before']),
        ...closeConversation(description),
        write('kept'),
        select,
        write('later'),
        reportedOf(['before', 'kept', 'later']),
      ],
      [closeNeed(description)],
    ),
    draft(
      'reported-selected-early-again',
      `Each ${operation} message after a selection that began a later conversation is reported as delivered`,
      [
        write('before'),
        select,
        reportedOf(['before']),
        ...closeConversation(description),
        select,
        write('first'),
        write('second', other),
        reportedOf(['before', 'first', 'second']),
      ],
      [closeNeed(description)],
    ),
    draft(
      'reported-equal',
      `Each of several equal ${operation} messages, kept or later, is reported as delivered`,
      [
        write('kept'),
        alike('kept', 'kept again'),
        select,
        write('first'),
        alike('first', 'first again'),
        reportedOf(['kept', 'kept again', 'first', 'first again']),
      ],
    ),
    draft(
      'reported-elsewhere',
      `Each ${operation} message in a later conversation at another destination is reported as delivered`,
      [
        write('before'),
        select,
        reportedOf(['before']),
        ...closeConversation(description),
        write('kept'),
        prepare(description, selects, { destination: 'other' }),
        write('later'),
        reportedOf(['before', 'kept', 'later']),
      ],
      [closeNeed(description), { kind: 'two-destinations' }],
    ),
    draft('reported-long', `A long ${operation} message is reported as delivered`, [
      select,
      long(description, operation),
      write('short'),
      reportedOf(['long', 'short']),
    ]),
    ...freeTexts(description, operation).map((field) =>
      draft(
        `reported-empty-${field}`,
        `A ${operation} message with an empty ${field} is reported as delivered`,
        [
          select,
          { ...tryValues(description, operation, { [field]: '' }, 'empty'), endsIf: 'refused' },
          write('later'),
          reportedOf(['empty', 'later']),
        ],
      ),
    ),
    {
      ...draft(
        'reported-long-user',
        `A ${operation} message of a user with a long id is reported as delivered`,
        [
          {
            ...send(description, selects, acceptedOrRefused(description, 'user ids', 'long')),
            endsIf: 'refused',
          },
          write('first'),
          write('second'),
          reportedOf(['first', 'second']),
        ],
      ),
      users: { a: `{user}-${'0123456789'.repeat(8)}` },
    },
    draft('of-kept', `${operation} messages are not reported as delivered while they are kept`, [
      write('first'),
      write('second'),
      { do: 'expect-event', event, user: 'a', times: 0, settles: true },
    ]),
    // Nothing of the first conversation is left to report.
    draft(
      'of-kept-again',
      `${operation} messages after a conversation without any are not reported as delivered while they are kept`,
      [
        select,
        ...closeConversation(description),
        write('first'),
        write('second'),
        { do: 'expect-event', event, user: 'a', times: 0, settles: true },
      ],
      [closeNeed(description)],
    ),
    afterLogin(description, event, operation),
    ...beforeLogin(description, event, operation),
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

/** Nor is a message delivered to a selected destination where nobody is logged in, whichever conversation it begins. */
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
      before: [select, operate(close, {}, { ...key, setup: true })],
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
