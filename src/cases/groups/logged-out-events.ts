import type { Description } from '../../description/types.js';
import {
  closeRule,
  deliveryEvents,
  operationOf,
  replies,
  routingEvent,
  timesAsked,
} from '../description-lookups.js';
import { action, actionsOf, WEBHOOK } from '../needs.js';
import {
  expectDeliveries,
  expectEventOf,
  logIn,
  logOut,
  OWN_POINT,
  operate,
  perform,
  prepare,
  setAddress,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** Employees come and go; that moves nobody's conversation (sections 1 and 3), as events show it. */
export function notifiedAfterLogOut(description: Description): CaseDraft[] {
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  const { action: close, event: closes } = closeRule(description);
  const acts = replies(description);
  const talk = ['message', 'select', 'message'] as const;
  const times = timesAsked(description, [...talk, 'message', 'close', ...talk]);
  const to = { address: 'late' };
  const reports = deliveryEvents(description);
  const asked = timesAsked(description, ['message', 'select', 'close', 'message']);
  const selectedThenOut: Step[] = [
    setAddress('late'),
    logIn(),
    prepare(description, message, OWN_POINT),
    prepare(description, operationOf(description, 'select'), OWN_POINT),
    logOut(),
  ];
  const repliesIfPossible = (when: string): Step[] =>
    acts.flatMap((act): Step[] => {
      const as = `${act.event} ${when}`;
      return [
        { ...perform(act, { ...OWN_POINT, as }), leftOpen: true },
        { ...expectEventOf(act, as, to), onlyAfter: as },
      ];
    });
  return [
    ...[
      { name: 'closed-while-logged-out', before: [], acting: [], during: '' },
      {
        name: 'closed-while-messages-wait',
        before: writeInTurn(description, ['waiting', 'waiting too'], OWN_POINT),
        acting: [],
        during: ' while messages wait',
      },
      {
        name: 'closed-while-logged-out-after-replies',
        before: repliesIfPossible('before'),
        acting: actionsOf(acts),
        during: ' after replies from there',
      },
    ].map(
      ({ name, before, acting, during }): CaseDraft => ({
        group: 'routing',
        name,
        title: `A close at a destination where everybody is logged out, if possible, is reported${during}, and the next message asks for a destination`,
        needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }, action(close), ...acting],
        phase: 'unset',
        steps: [
          ...selectedThenOut,
          ...before,
          { ...operate(close, {}, { ...OWN_POINT, as: 'close' }), leftOpen: true },
          { do: 'expect-event', event: closes, user: 'a', times: 1, onlyAfter: 'close', ...to },
          prepare(description, message, OWN_POINT),
          { do: 'expect-event', event, user: 'a', times: asked, onlyAfter: 'close' },
          logIn(),
        ],
      }),
    ),
    ...reports.map(
      (report): CaseDraft => ({
        group: 'events',
        name: 'delivery-of-waiting-at-new-address',
        title: 'Messages that waited for a login are reported to the address that has been set since',
        needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }],
        phase: 'unset',
        steps: [
          ...selectedThenOut,
          ...writeInTurn(description, ['waiting', 'waiting too'], OWN_POINT),
          // A service that reports messages when it takes them is still sending.
          { do: 'pause', setup: true },
          setAddress('later'),
          logIn(),
          expectDeliveries(report, ['waiting', 'waiting too'], { address: 'later' }),
        ],
      }),
    ),
    {
      group: 'events',
      name: 'told-while-logged-out',
      title:
        'Replies from a destination where everybody is logged out, if possible, send events, before and while messages wait',
      needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }, ...actionsOf(acts)],
      phase: 'unset',
      steps: [
        ...selectedThenOut,
        ...repliesIfPossible('before'),
        ...writeInTurn(description, ['waiting', 'waiting too'], OWN_POINT),
        ...repliesIfPossible('while'),
        logIn(),
      ],
    },
    {
      group: 'events',
      name: 'told-after-unattended-selection',
      title:
        'Events of a conversation whose destination was selected while nobody was logged in arrive after a login: for deliveries, replies and the close, and the next message asks for a destination',
      needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }, action(close), ...actionsOf(acts)],
      phase: 'unset',
      steps: [
        setAddress('late'),
        logOut(),
        prepare(description, message, OWN_POINT, 'kept'),
        prepare(description, operationOf(description, 'select'), OWN_POINT),
        prepare(description, message, OWN_POINT, 'waiting'),
        logIn(),
        ...acts.flatMap((act): Step[] => [
          perform(act, { ...OWN_POINT, as: act.event }),
          expectEventOf(act, act.event, to),
        ]),
        ...reports.map((report) => expectDeliveries(report, ['kept', 'waiting'], to)),
        operate(close, {}, OWN_POINT),
        { do: 'expect-event', event: closes, user: 'a', times: 1, ...to },
        prepare(description, message, OWN_POINT),
        { do: 'expect-event', event, user: 'a', times: asked, ...to },
      ],
    },
    {
      group: 'events',
      name: 'told-after-log-out',
      title:
        'After a logout and login of employees, replies, the close and deliveries still send events, in a second conversation too, and no message asks for a destination',
      needs: [WEBHOOK, action('set_presence'), { kind: 'unset-address' }, action(close), ...actionsOf(acts)],
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
        ...acts.flatMap((act): Step[] => [
          perform(act, { ...OWN_POINT, as: act.event }),
          expectEventOf(act, act.event, to),
        ]),
        // What has not been delivered when the conversation ends may never be.
        ...reports.map((report) => expectDeliveries(report, ['first', 'away', 'back'], to)),
        operate(close, {}, OWN_POINT),
        { do: 'expect-event', event: closes, user: 'a', times: 1, ...to },
        prepare(description, message, OWN_POINT, 'kept'),
        // All copies of it, before another case may take the address away.
        { do: 'expect-event', event, user: 'a', times, ...to },
        prepare(description, operationOf(description, 'select'), OWN_POINT),
        logOut(),
        prepare(description, message, OWN_POINT, 'waiting'),
        logIn(),
        ...reports.map((report) =>
          expectDeliveries(report, ['first', 'away', 'back', 'kept', 'waiting'], to),
        ),
        { do: 'expect-event', event, user: 'a', times, settles: true },
      ],
    },
  ];
}
