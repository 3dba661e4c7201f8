import type { Description } from '../../description/types.js';
import {
  closeRule,
  destinationList,
  fieldOf,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
} from '../description-lookups.js';
import { refusals } from '../faulty-requests.js';
import { hoursAfter, overMidnight } from '../midnight.js';
import { action, actionsOf, WEBHOOK } from '../needs.js';
import { runRouting } from '../routing-model.js';
import {
  closeConversation,
  conversation,
  expectEventOf,
  expectOnePrompt,
  perform,
  prepare,
  send,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';
import { notifiedAfterTime } from './lasting-events.js';
import {
  closedAfterLogOut,
  loggedOutAfter,
  loggedOutFor,
  presenceFor,
  selectedWhileLoggedOut,
} from './lasting-log-outs.js';
import { lastingSight } from './lasting-sight.js';

/** What time does not change (sections 1, 3 and 6). */
export function lasting(description: Description): CaseDraft[] {
  return overMidnight(description, [
    ...lastingSelections(description),
    ...notifiedAfterTime(description),
    ...lastingSight(description),
  ]);
}

/** Time neither ends a selection nor makes a second message the first, as events show it (section 3). */
function lastingSelections(description: Description): CaseDraft[] {
  const hours = Object.entries(description.samples.hours ?? {});
  const listsPresence = fieldOf(destinationList(description)[1], 'presence') !== undefined;
  return hours.flatMap(([name, count]) => [
    selectedFor(description, name, count),
    selectedFor(description, name, count, REFUSED),
    ...answeredFor(description, name, count),
    ...repliesFor(description, name, count),
    unselectedFor(description, name, count),
    unselectedFor(description, name, count, REFUSED),
    closedFor(description, name, count),
    closedAfter(description, name, count),
    loggedOutFor(description, name, count),
    loggedOutAfter(description, name, count),
    selectedWhileLoggedOut(description, name, count),
    ...[true, false].map((isBack) => closedAfterLogOut(description, [name, count], isBack)),
    ...(listsPresence ? [presenceFor(name, count)] : []),
  ]);
}

/** Requests after that time that are refused, which changes nothing. */
interface Meanwhile {
  suffix: string;
  title: string;
  refused: (description: Description) => Step[];
}

const NOTHING: Meanwhile = { suffix: '', title: '', refused: () => [] };
const REFUSED: Meanwhile = {
  suffix: '-and-refusals',
  title: ', with refused selections in between,',
  refused: (description) => refusals(description, operationOf(description, 'select')),
};

function selectedFor(
  description: Description,
  name: string,
  hours: number,
  { suffix, title, refused } = NOTHING,
): CaseDraft {
  const message = operationOf(description, 'message');
  return {
    group: 'routing',
    name: `selected-for-${name}${suffix}`,
    title: `A message ${hoursAfter(hours)} the selection${title} does not ask for a destination`,
    needs: [WEBHOOK, action('advance_clock')],
    phase: 'clock',
    steps: [
      prepare(description, message),
      prepare(description, operationOf(description, 'select')),
      { do: 'clock', hours },
      ...refused(description),
      send(description, message, { kind: 'accepted' }),
      expectOnePrompt(description),
    ],
  };
}

/** A conversation in which both sides have written is as lasting as one in which nobody answered. */
function answeredFor(description: Description, name: string, hours: number): CaseDraft[] {
  const kinds = operationsOf(description, 'message');
  const answers = replies(description);
  if (answers.length === 0) return [];
  return [
    {
      group: 'routing',
      name: `answered-for-${name}`,
      title: `Messages ${hoursAfter(hours)} an employee's replies do not ask for a destination`,
      needs: [WEBHOOK, ...actionsOf(answers), action('advance_clock')],
      phase: 'clock',
      steps: [
        ...conversation(description),
        ...kinds.map((kind) => prepare(description, kind)),
        ...answers.flatMap((rule): Step[] => [
          perform(rule, { as: rule.event }),
          { ...expectEventOf(rule, rule.event), setup: true },
        ]),
        { do: 'clock', hours },
        ...kinds.map((kind) => send(description, kind, { kind: 'accepted' })),
        expectOnePrompt(description),
      ],
    },
  ];
}

/** A selection lasts as well if nobody has written since; whether employees can write then is up to the employee's side. */
function repliesFor(description: Description, name: string, hours: number): CaseDraft[] {
  const answers = replies(description);
  if (answers.length === 0) return [];
  return [
    {
      group: 'events',
      name: `told-unwritten-after-${name}`,
      title: `Replies ${hoursAfter(hours)} the selection send their events to a user who has written nothing, if employees can write them`,
      needs: [WEBHOOK, ...actionsOf(answers), action('advance_clock')],
      phase: 'clock',
      steps: [
        prepare(description, operationOf(description, 'select')),
        { do: 'clock', hours },
        ...answers.flatMap((rule): Step[] => [
          { ...perform(rule, { as: rule.event }), mayBeImpossible: true },
          expectEventOf(rule, rule.event),
        ]),
      ],
    },
  ];
}

function unselectedFor(
  description: Description,
  name: string,
  hours: number,
  { suffix, title, refused } = NOTHING,
): CaseDraft {
  const message = operationOf(description, 'message');
  const event = routingEvent(description);
  const [, second] = runRouting(description.routing, ['message', 'message']);
  const due = second?.sends === event;
  return {
    group: 'routing',
    name: `second-message-after-${name}${suffix}`,
    title: `A second message ${hoursAfter(hours)} the first${title} ${due ? 'asks for a destination again' : 'does not ask for a destination again'}`,
    needs: [WEBHOOK, action('advance_clock')],
    phase: 'clock',
    steps: [
      prepare(description, message),
      { do: 'clock', hours },
      ...refused(description),
      send(description, message, { kind: 'accepted' }),
      { do: 'expect-event', event, user: 'a', times: due ? 2 : 1, settles: true },
    ],
  };
}

/** However long ago the close was, the next message begins a new conversation. */
function closedFor(description: Description, name: string, hours: number): CaseDraft {
  const event = routingEvent(description);
  const { action: close } = closeRule(description);
  const [first, other = first] = operationsOf(description, 'message') as [string, ...string[]];
  const select = operationOf(description, 'select');
  return {
    group: 'routing',
    name: `closed-for-${name}`,
    title: `Messages ${hoursAfter(hours)} the close ask for a destination again`,
    needs: [WEBHOOK, action(close), action('advance_clock')],
    phase: 'clock',
    steps: [
      ...(['a', 'b'] as const).flatMap((user): Step[] => [
        prepare(description, first, { user }),
        { do: 'expect-event', event, user, times: 1, setup: true },
        prepare(description, select, { user }),
        ...closeConversation(description, 1, user),
      ]),
      { do: 'clock', hours },
      send(description, first, { kind: 'accepted' }),
      { do: 'expect-event', event, user: 'a', times: 2, settles: true },
      send(description, other, { kind: 'accepted' }, { user: 'b' }),
      { do: 'expect-event', event, user: 'b', times: 2, settles: true },
    ],
  };
}

/** A conversation that lasts long ends as any other does. */
function closedAfter(description: Description, name: string, hours: number): CaseDraft {
  const event = routingEvent(description);
  const { action: close } = closeRule(description);
  const message = operationOf(description, 'message');
  return {
    group: 'routing',
    name: `closed-after-${name}`,
    title: `After a close ${hoursAfter(hours)} the selection, the next message asks for a destination`,
    needs: [WEBHOOK, action(close), action('advance_clock')],
    phase: 'clock',
    steps: [
      ...conversation(description),
      { do: 'clock', hours },
      ...closeConversation(description),
      send(description, message, { kind: 'accepted' }),
      { do: 'expect-event', event, user: 'a', times: 2, settles: true },
    ],
  };
}
