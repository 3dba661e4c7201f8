import { runRouting } from '../../description/routing.js';
import type { Description } from '../../description/types.js';
import { count } from '../../phrases.js';
import {
  allContentFields,
  closeRule,
  destinationList,
  fieldOf,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
  shownFields,
  timesAsked,
} from '../description-lookups.js';
import { refusals } from '../faulty-requests.js';
import { hoursAfter, overMidnight } from '../midnight.js';
import { action, actionsOf, inboxNeeds, WEBHOOK } from '../needs.js';
import {
  closeConversation,
  conversation,
  expectEventOf,
  expectOnePrompt,
  logIn,
  logOut,
  look,
  OWN_POINT,
  operate,
  perform,
  prepare,
  send,
  setAddress,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, PresenceStep, Step } from '../types.js';

/** Time neither ends a selection nor makes a second message the first, as events show it (section 3). */
export function lastingSelections(description: Description): CaseDraft[] {
  const listsPresence = fieldOf(destinationList(description)[1], 'presence') !== undefined;
  const drafts = Object.entries(description.samples.hours ?? {}).flatMap(([name, hours]): CaseDraft[] => [
    selectionFor(description, name, hours),
    selectionFor(description, name, hours, REFUSED),
    ...repliesFor(description, name, hours),
    noSelectionFor(description, name, hours),
    noSelectionFor(description, name, hours, REFUSED),
    messageAfterClose(description, name, hours),
    closeAfter(description, name, hours),
    logOutFor(description, name, hours),
    logOutAfter(description, name, hours),
    selectionThroughLogOut(description, name, hours),
    ...[true, false].map((isBack) => closeAfterLogOut(description, [name, hours], isBack)),
    ...(listsPresence ? [presenceFor(name, hours)] : []),
  ]);
  return overMidnight(description, drafts);
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

function selectionFor(
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
function repliesFor(description: Description, name: string, hours: number): CaseDraft[] {
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

function noSelectionFor(
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
function messageAfterClose(description: Description, name: string, hours: number): CaseDraft {
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
function closeAfter(description: Description, name: string, hours: number): CaseDraft {
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

/** Nobody comes by waiting. Employees may be logged out after a while, so only those who are out are looked at. */
function presenceFor(name: string, hours: number): CaseDraft {
  const presence: PresenceStep = { do: 'presence', destination: 'chosen', online: false, ...OWN_POINT };
  return {
    group: 'destinations',
    name: `presence-logout-for-${name}`,
    title: `Employees are still shown as logged out ${hoursAfter(hours)} their logout`,
    needs: [action('set_presence'), action('advance_clock'), { kind: 'unset-address' }],
    phase: 'clock',
    steps: [presence, { do: 'clock', hours }, { ...presence, unchanged: true }],
  };
}

/** Messages ask for a destination however long nobody has been logged in. */
function logOutFor(description: Description, name: string, hours: number): CaseDraft {
  const event = routingEvent(description);
  return {
    group: 'routing',
    name: `logged-out-for-${name}`,
    title: `A first message ${hoursAfter(hours)} the last employee has logged out asks for a destination`,
    needs: [WEBHOOK, action('advance_clock'), action('set_presence'), { kind: 'unset-address' }],
    phase: 'clock',
    steps: [
      setAddress('late'),
      logOut(),
      { do: 'clock', hours },
      prepare(description, operationOf(description, 'message'), OWN_POINT),
      { do: 'expect-event', event, user: 'a', times: 1, address: 'late' },
    ],
  };
}

/** A log-out deselects nobody, however long ago the selection was; nor does it take the card away. */
function logOutAfter(description: Description, name: string, hours: number): CaseDraft {
  const select = operationOf(description, 'select');
  const names = allContentFields(description);
  const card = shownFields(description, select);
  return {
    group: 'routing',
    name: `logged-out-after-${name}`,
    title: `A logout and login ${hoursAfter(hours)} the selection end neither the selection nor what employees see of the user`,
    needs: [
      WEBHOOK,
      action('advance_clock'),
      action('set_presence'),
      ...inboxNeeds([...names, ...card]),
      { kind: 'unset-address' },
    ],
    phase: 'clock',
    steps: [
      setAddress('late'),
      logIn(),
      ...writeInTurn(description, ['m1'], OWN_POINT),
      prepare(description, select, OWN_POINT, 'selection'),
      look('present', ['m1'], names, { ...OWN_POINT, setup: true }),
      { do: 'clock', hours },
      logOut(),
      ...writeInTurn(description, ['m2'], OWN_POINT),
      logIn(),
      ...writeInTurn(description, ['m3'], OWN_POINT),
      look('present', ['m1', 'm2', 'm3'], names, OWN_POINT),
      look('present', ['m3'], card, { ...OWN_POINT, card: 'selection' }),
      expectOnePrompt(description, { address: 'late' }),
    ],
  };
}

/** A selection lasts while its employees are out. */
function selectionThroughLogOut(description: Description, name: string, hours: number): CaseDraft {
  const event = routingEvent(description);
  const names = allContentFields(description);
  return {
    group: 'routing',
    name: `selected-for-${name}-while-logged-out`,
    title: `A message ${hoursAfter(hours)} its employees have logged out does not ask for a destination, and reaches them at their login`,
    needs: [
      WEBHOOK,
      action('advance_clock'),
      action('set_presence'),
      ...inboxNeeds(names),
      { kind: 'unset-address' },
    ],
    phase: 'clock',
    steps: [
      setAddress('late'),
      logIn(),
      ...writeInTurn(description, ['m1'], OWN_POINT),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      logOut(),
      { do: 'clock', hours },
      ...writeInTurn(description, ['m2', 'm3'], OWN_POINT),
      logIn(),
      look('present', ['m1', 'm2', 'm3'], names, OWN_POINT),
      {
        do: 'expect-event',
        event,
        user: 'a',
        times: timesAsked(description, ['message', 'select', 'message', 'message']),
        address: 'late',
        settles: true,
      },
    ],
  };
}

/** Employees who were logged out for a while end a conversation as they would have before, once they are back or, if they can, from where they are. */
function closeAfterLogOut(
  description: Description,
  [name, hours]: [string, number],
  isBack: boolean,
): CaseDraft {
  const event = routingEvent(description);
  const { action: close, event: closes } = closeRule(description);
  const message = operationOf(description, 'message');
  return {
    group: 'routing',
    name: `closed-${isBack ? 'after-log-out' : 'while-logged-out'}-for-${name}`,
    title: `A close by employees who ${isBack ? 'were' : 'have been'} logged out for ${count(hours, 'hour')}${isBack ? '' : ', if possible,'} is reported, and the next message asks for a destination`,
    needs: [
      WEBHOOK,
      action('advance_clock'),
      action('set_presence'),
      action(close),
      { kind: 'unset-address' },
    ],
    phase: 'clock',
    steps: [
      setAddress('late'),
      logIn(),
      prepare(description, message, OWN_POINT),
      prepare(description, operationOf(description, 'select'), OWN_POINT),
      logOut(),
      { do: 'clock', hours },
      ...(isBack ? [logIn()] : []),
      { ...operate(close, {}, OWN_POINT), ...(!isBack && { mayBeImpossible: true }) },
      { do: 'expect-event', event: closes, user: 'a', times: 1, address: 'late' },
      prepare(description, message, OWN_POINT),
      {
        do: 'expect-event',
        event,
        user: 'a',
        times: timesAsked(description, ['message', 'select', 'close', 'message']),
        address: 'late',
      },
    ],
  };
}
