import type { Description } from '../../description/types.js';
import { type EmployeeEvent, operationOf, replies, routingEvent } from '../description-lookups.js';
import { action, closeNeed, WEBHOOK } from '../needs.js';
import { expectReply } from '../reply-steps.js';
import type { UserLabel } from '../request-plan.js';
import {
  closeAtOwnPoint,
  conversation,
  logIn,
  logOut,
  OWN_POINT,
  operate,
  perform,
  prepare,
  sampleReplies,
  setAddress,
} from '../steps.js';
import type { CaseDraft, ExpectEventStep, Step } from '../types.js';

/** What is kept until an address is set, and for how long (sections 6 and 8). */
export function keptUntilAddress(description: Description): CaseDraft[] {
  return [
    ...replies(description).flatMap((rule) => [
      ...severalReplies(description, rule),
      ...repliesByAge(description, rule),
    ]),
    promptOnceAddressIsSet(description),
  ];
}

/** How close replies come to their age limit: a clock may be some minutes off, and a run takes a few as well. */
const NEAR_LIMIT_HOURS = 1 / 4;
/** Time that passes meanwhile makes an old reply older only. */
const JUST_OVER_HOURS = 1 / 16;

const TWO_USERS = ['a', 'b'] as const;

interface Course {
  name: string;
  title: string;
  /** Employee's actions beside the replies. */
  actions?: string[];
  /** Earlier conversations, with their closes. */
  before?: Step[];
  made: Step[];
  due: Step[];
}

/** A case with replies to one user, or, if time passes, to two. */
function draft(
  description: Description,
  rule: EmployeeEvent,
  phase: 'unset' | 'clock',
  { name, title, actions = [], before = [], made, due }: Course,
): CaseDraft {
  return {
    group: 'storage',
    name: `${name}-${rule.event}`,
    title: `${rule.event} ${title}`,
    needs: [
      WEBHOOK,
      action(rule.action),
      { kind: 'unset-address' },
      ...(phase === 'clock' ? [action('advance_clock')] : []),
      ...(before.length > 0 ? [closeNeed(description)] : []),
      ...actions.map(action),
    ],
    phase,
    steps: [
      setAddress(null),
      ...before,
      ...conversation(description, OWN_POINT),
      ...(phase === 'clock' ? conversation(description, { ...OWN_POINT, user: 'b' }) : []),
      ...made,
      setAddress('late'),
      ...due,
    ],
  };
}

function write(rule: EmployeeEvent, as: string, user: UserLabel = 'a'): Step {
  return perform(rule, { ...OWN_POINT, user, as });
}

/** The clock at the end: so the older replies are made an hour after the beginning, when other cases stop as well. */
function lastHour({ limits }: Description): number {
  return limits.replyRetentionHours + 1 + NEAR_LIMIT_HOURS;
}

function severalReplies(description: Description, rule: EmployeeEvent): CaseDraft[] {
  const last = lastHour(description);
  const due = ['first', 'second'].map((as) => expectReply({ rule, as }));
  return [
    draft(description, rule, 'unset', {
      name: 'reply-kept',
      title: 'for every reply made while no address is set arrives once one is set',
      made: [write(rule, 'first'), write(rule, 'second')],
      due,
    }),
    draft(description, rule, 'clock', {
      name: 'reply-kept-apart',
      title: 'for each of two replies arrives once an address is set, though an hour has passed between them',
      made: [
        { do: 'clock', hours: last - 2 },
        write(rule, 'first'),
        { do: 'clock', hours: last - 1 },
        write(rule, 'second'),
      ],
      due,
    }),
  ];
}

/** Replies on either side of their age limit, in a first and in a second conversation. */
function repliesByAge(description: Description, rule: EmployeeEvent): CaseDraft[] {
  const { replyRetentionHours: hours } = description.limits;
  const last = lastHour(description);
  const values = sampleReplies(description);
  /** The replies are made so many hours before the end, and then whatever is done `later`. */
  const madeBefore = (wait: number, later: Step[] = []): Step[] => [
    { do: 'clock', hours: last - wait },
    write(rule, 'act'),
    write(rule, 'other', 'b'),
    // With values of the pools, the first of which are not ASCII.
    operate(rule.action, values.next(rule), { ...OWN_POINT, user: 'b', as: 'again' }),
    ...later,
    { do: 'clock', hours: last },
  ];
  const made = [{ as: 'act' }, { as: 'other', user: 'b' as const }, { as: 'again', user: 'b' as const }];
  const younger = made.map((reply) => expectReply({ rule, ...reply }));
  const older = made.map((reply) => expectNoReply(description, rule, reply));
  const closes = TWO_USERS.map((user) => closeAtOwnPoint(description, user));
  const before = [
    ...TWO_USERS.flatMap((user) => conversation(description, { ...OWN_POINT, user })),
    ...closes,
  ];
  const youngest: Step[] = [{ do: 'clock', hours: last - hours + NEAR_LIMIT_HOURS }, write(rule, 'young')];
  return [
    draft(description, rule, 'clock', {
      name: 'reply-younger',
      title: `for a kept reply younger than ${hours} hours arrives once an address is set`,
      made: madeBefore(hours - NEAR_LIMIT_HOURS),
      due: younger,
    }),
    draft(description, rule, 'clock', {
      name: 'reply-older',
      title: `for a kept reply older than ${hours} hours does not arrive, but one for a younger reply to the same user does`,
      made: madeBefore(hours + JUST_OVER_HOURS, youngest),
      due: [expectReply({ rule, as: 'young' }), ...older],
    }),
    draft(description, rule, 'clock', {
      name: 'reply-older-through-login',
      title: `for a kept reply older than ${hours} hours does not arrive, even if employees have logged out and in again meanwhile`,
      actions: ['set_presence'],
      made: madeBefore(hours + JUST_OVER_HOURS, [{ do: 'clock', hours: last - 1 }, logOut(), logIn()]),
      due: older,
    }),
    draft(description, rule, 'clock', {
      name: 'reply-later-younger',
      title: `for a reply younger than ${hours} hours, kept in a second conversation that has been closed since, arrives once an address is set`,
      before,
      made: madeBefore(hours - NEAR_LIMIT_HOURS, closes),
      due: younger,
    }),
    draft(description, rule, 'clock', {
      name: 'reply-later-older',
      title: `for a reply older than ${hours} hours that was kept in a second conversation does not arrive`,
      before,
      made: madeBefore(hours + JUST_OVER_HOURS),
      due: older,
    }),
  ];
}

function expectNoReply(
  { limits }: Description,
  { event, carries }: EmployeeEvent,
  { as, user = 'a' }: { as: string; user?: UserLabel },
): ExpectEventStep {
  return {
    do: 'expect-event',
    event,
    user,
    times: 0,
    address: 'late',
    settles: true,
    surplus: `A reply kept for more than ${limits.replyRetentionHours} hours was sent all the same.`,
    carries: { of: as, parameters: carries },
  };
}

/** It is not shown whether requests for a destination are kept, as replies are, while no address is set (section 6). */
function promptOnceAddressIsSet(description: Description): CaseDraft {
  const operation = operationOf(description, 'message');
  const event = routingEvent(description);
  return {
    group: 'storage',
    name: 'event-kept',
    operation,
    title: `Whether ${event} is sent once an address is set, for a ${operation} sent before`,
    needs: [WEBHOOK, { kind: 'unset-address' }],
    phase: 'unset',
    steps: [
      setAddress(null),
      prepare(description, operation, OWN_POINT),
      setAddress('late'),
      {
        do: 'expect-event',
        event,
        user: 'a',
        times: { atLeast: 0, atMost: 1, gap: 'events-kept' },
        settles: true,
      },
    ],
  };
}
