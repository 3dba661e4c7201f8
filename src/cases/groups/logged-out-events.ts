import type { Description } from '../../description/types.js';
import {
  closeRule,
  deliveryEvents,
  operationOf,
  replies,
  routingEvent,
  timesAsked,
} from '../description-lookups.js';
import { action, actionsOf, closeNeed, WEBHOOK } from '../needs.js';
import { replyWithEvent } from '../reply-steps.js';
import {
  conversation,
  expectDeliveries,
  expectEventOf,
  ifPossible,
  logIn,
  logOut,
  OWN_POINT,
  operate,
  perform,
  prepare,
  setAddress,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Need, Step } from '../types.js';

/** Employees come and go; that moves nobody's conversation (sections 1 and 3), as events show it. */
export function eventsAfterLogOut(description: Description): CaseDraft[] {
  return [
    ...closesWhileLoggedOut(description),
    ...deliveriesAtNewAddress(description),
    repliesWhileLoggedOut(description),
    afterUnattendedSelection(description),
    afterLogOut(description),
    ...deliveriesAfterUnseenClose(description),
  ];
}

const LOGGED_OUT_NEEDS: readonly Need[] = [action('set_presence'), { kind: 'unset-address' }];
/** Where the events come. */
const LATE = { address: 'late' };

/** A conversation whose employees log out after the selection. */
function selectThenLogOut(description: Description): Step[] {
  return [setAddress('late'), logIn(), ...conversation(description, OWN_POINT), logOut()];
}

/** Whether logged-out employees can reply is up to the employee's side; if they can, the events come. */
function repliesIfPossible(description: Description, when: string): Step[] {
  return replies(description).flatMap((rule): Step[] => {
    const as = `${rule.event} ${when}`;
    return [
      { ...perform(rule, { ...OWN_POINT, as }), leftOpen: true },
      { ...expectEventOf(rule, as, LATE), onlyAfter: as },
    ];
  });
}

/** Replies of each kind, whose events come. */
function replyAndExpect(description: Description): Step[] {
  return replies(description).flatMap((rule) => replyWithEvent(rule, rule.event, { ...OWN_POINT, ...LATE }));
}

/** The close, whose event comes. */
function closeAndExpect(description: Description): Step[] {
  const { action: close, event } = closeRule(description);
  return [operate(close, {}, OWN_POINT), { do: 'expect-event', event, user: 'a', times: 1, ...LATE }];
}

function closesWhileLoggedOut(description: Description): CaseDraft[] {
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  const { action: close, event: closes } = closeRule(description);
  return [
    { name: 'closed-while-logged-out', before: [], acting: [], during: '' },
    {
      name: 'closed-while-logged-out-through-login',
      before: [],
      acting: [],
      during: '',
      isBackFirst: true,
    },
    {
      name: 'closed-while-messages-wait',
      before: writeInTurn(description, ['waiting', 'waiting too'], OWN_POINT),
      acting: [],
      during: ' and messages wait',
    },
    {
      name: 'closed-while-logged-out-after-replies',
      before: repliesIfPossible(description, 'before'),
      acting: actionsOf(replies(description)),
      during: ' after replies from there',
    },
  ].map(
    ({ name, before, acting, during, isBackFirst = false }): CaseDraft => ({
      group: 'routing',
      name,
      title: `If employees can close while logged out${during}, the close is reported, and the next message asks for a destination${isBackFirst ? ' after a login' : ''}`,
      needs: [WEBHOOK, ...LOGGED_OUT_NEEDS, action(close), ...acting],
      phase: 'unset',
      steps: [
        ...selectThenLogOut(description),
        ...before,
        { ...operate(close, {}, { ...OWN_POINT, as: 'close' }), leftOpen: true },
        { do: 'expect-event', event: closes, user: 'a', times: 1, onlyAfter: 'close', ...LATE },
        ...(isBackFirst ? [logIn()] : []),
        prepare(description, message, OWN_POINT),
        {
          do: 'expect-event',
          event,
          user: 'a',
          times: timesAsked(description, ['message', 'select', 'close', 'message']),
          onlyAfter: 'close',
        },
        ...(isBackFirst ? [] : [logIn()]),
      ],
    }),
  );
}

function deliveriesAtNewAddress(description: Description): CaseDraft[] {
  return deliveryEvents(description).map(
    (report): CaseDraft => ({
      group: 'events',
      name: 'delivery-of-waiting-at-new-address',
      title: 'Messages that waited for a login are reported to the address that has been set since',
      needs: [WEBHOOK, ...LOGGED_OUT_NEEDS],
      phase: 'unset',
      steps: [
        ...selectThenLogOut(description),
        ...writeInTurn(description, ['waiting', 'waiting too'], OWN_POINT),
        // A service that reports messages when it takes them is still sending.
        { do: 'pause', setup: true },
        setAddress('later'),
        logIn(),
        expectDeliveries(report, ['waiting', 'waiting too'], { address: 'later' }),
      ],
    }),
  );
}

/** Recommended only: a service may show as history what nobody saw before the close, and that is no delivery. */
function deliveriesAfterUnseenClose(description: Description): CaseDraft[] {
  const { action: close } = closeRule(description);
  return deliveryEvents(description).map(
    (report): CaseDraft => ({
      group: 'events',
      name: 'delivery-of-waiting-after-close',
      title:
        'Messages that waited for a login are reported after it, though their conversation was closed meanwhile, if employees can close while they are logged out',
      level: 'expected',
      needs: [WEBHOOK, ...LOGGED_OUT_NEEDS, action(close)],
      phase: 'unset',
      steps: [
        ...selectThenLogOut(description),
        ...writeInTurn(description, ['waiting', 'waiting too'], OWN_POINT),
        ifPossible(operate(close, {}, OWN_POINT)),
        logIn(),
        expectDeliveries(report, ['waiting', 'waiting too'], LATE),
      ],
    }),
  );
}

function repliesWhileLoggedOut(description: Description): CaseDraft {
  return {
    group: 'events',
    name: 'told-while-logged-out',
    title:
      'Replies from a destination where everybody is logged out, if possible, send events, before and while messages wait',
    needs: [WEBHOOK, ...LOGGED_OUT_NEEDS, ...actionsOf(replies(description))],
    phase: 'unset',
    steps: [
      ...selectThenLogOut(description),
      ...repliesIfPossible(description, 'before'),
      ...writeInTurn(description, ['waiting', 'waiting too'], OWN_POINT),
      ...repliesIfPossible(description, 'while'),
      logIn(),
    ],
  };
}

function afterUnattendedSelection(description: Description): CaseDraft {
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  return {
    group: 'events',
    name: 'told-after-unattended-selection',
    title:
      'Events of a conversation whose destination was selected while nobody was logged in arrive after a login: for deliveries, replies and the close, and the next message asks for a destination',
    needs: [WEBHOOK, ...LOGGED_OUT_NEEDS, closeNeed(description), ...actionsOf(replies(description))],
    phase: 'unset',
    steps: [
      setAddress('late'),
      logOut(),
      prepare(description, message, OWN_POINT, 'kept'),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      prepare(description, message, OWN_POINT, 'waiting'),
      logIn(),
      ...replyAndExpect(description),
      ...deliveryEvents(description).map((report) => expectDeliveries(report, ['kept', 'waiting'], LATE)),
      ...closeAndExpect(description),
      prepare(description, message, OWN_POINT),
      {
        do: 'expect-event',
        event,
        user: 'a',
        times: timesAsked(description, ['message', 'select', 'close', 'message']),
        ...LATE,
      },
    ],
  };
}

function afterLogOut(description: Description): CaseDraft {
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  const talk = ['message', 'select', 'message'] as const;
  const times = timesAsked(description, [...talk, 'message', 'close', ...talk]);
  return {
    group: 'events',
    name: 'told-after-log-out',
    title:
      'After a logout and login of employees, replies, the close and deliveries still send events, in a second conversation too, and no message asks for a destination',
    needs: [WEBHOOK, ...LOGGED_OUT_NEEDS, closeNeed(description), ...actionsOf(replies(description))],
    phase: 'unset',
    steps: [
      setAddress(null),
      setAddress('late'),
      logIn(),
      prepare(description, message, OWN_POINT, 'first'),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      logOut(),
      prepare(description, message, OWN_POINT, 'away'),
      logIn(),
      prepare(description, message, OWN_POINT, 'back'),
      ...replyAndExpect(description),
      // What has not been delivered when the conversation ends may never be.
      ...deliveryEvents(description).map((report) =>
        expectDeliveries(report, ['first', 'away', 'back'], LATE),
      ),
      ...closeAndExpect(description),
      prepare(description, message, OWN_POINT, 'kept'),
      // All copies of it, before another case may take the address away.
      { do: 'expect-event', event, user: 'a', times, ...LATE },
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      logOut(),
      prepare(description, message, OWN_POINT, 'waiting'),
      logIn(),
      ...deliveryEvents(description).map((report) =>
        expectDeliveries(report, ['first', 'away', 'back', 'kept', 'waiting'], LATE),
      ),
      { do: 'expect-event', event, user: 'a', times, settles: true },
    ],
  };
}
