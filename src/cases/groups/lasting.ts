import type { Description } from '../../description/types.js';
import { conjunction } from '../../phrases.js';
import {
  allContent,
  closing,
  deliveryEvents,
  destinationList,
  employeeEvents,
  fieldOf,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
  shown,
  timesAsked,
} from '../description-lookups.js';
import { refusals } from '../faulty-requests.js';
import { overMidnight } from '../midnight.js';
import { action, inboxNeeds, otherDestinationNeeds, WEBHOOK } from '../needs.js';
import { runRouting } from '../routing-model.js';
import {
  askedOnce,
  closed,
  comes,
  conversation,
  loggedIn,
  look,
  operate,
  prepare,
  reported,
  send,
  turns,
} from '../steps.js';
import type { CaseDraft, Need, PresenceStep, Step } from '../types.js';

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

/** Nobody comes by waiting. Employees may be logged out after a while, so only those who are out are looked at. */
function presenceFor(name: string, hours: number): CaseDraft {
  const presence: PresenceStep = { do: 'presence', destination: 'chosen', online: false, key: 'unset' };
  return {
    group: 'destinations',
    name: `presence-logout-for-${name}`,
    title: `Employees are still shown as logged out ${after(hours)} their logout`,
    needs: [action('set_presence'), action('advance_clock'), { kind: 'unset-address' }],
    phase: 'clock',
    steps: [presence, { do: 'clock', hours }, { ...presence, unchanged: true }],
  };
}

/** Time takes nothing from employees: neither earlier conversations, nor who the user is, nor what waits for their login. */
function lastingSight(description: Description): CaseDraft[] {
  const names = allContent(description);
  const { action: close } = closing(description);
  const select = operationOf(description, 'select');
  const card = shown(description, select);
  /** A conversation, and its close. */
  const first: Step[] = [
    ...turns(description, ['m1']),
    prepare(description, select),
    look('present', ['m1'], names, { setup: true }),
    ...closed(description),
  ];
  const key = 'unset' as const;
  const shortest = Math.min(...Object.values(description.samples.hours ?? {}));
  return Object.entries(description.samples.hours ?? {}).flatMap(([name, hours]): CaseDraft[] => {
    const clock: Step = { do: 'clock', hours };
    const draft = (draft: Pick<CaseDraft, 'group' | 'name' | 'title' | 'needs' | 'steps'>): CaseDraft => ({
      ...draft,
      name: `${draft.name}-for-${name}`,
      needs: [...draft.needs, action('advance_clock')],
      phase: 'clock',
    });
    return [
      draft({
        group: 'storage',
        name: 'history',
        title: `Employees see an earlier conversation ${after(hours)} its close`,
        needs: [...inboxNeeds(names), WEBHOOK, action(close)],
        steps: [
          ...turns(description, ['m1', 'm2']),
          prepare(description, select),
          look('present', ['m1', 'm2'], names, { setup: true }),
          ...closed(description),
          clock,
          ...turns(description, ['m3']),
          prepare(description, select),
          look('present', ['m1', 'm2', 'm3'], names),
        ],
      }),
      draft({
        group: 'storage',
        name: 'history-elsewhere',
        title: `Employees see a conversation that another destination had ${after(hours)} its close`,
        needs: otherDestinationNeeds(description, names),
        steps: [
          ...first,
          clock,
          ...turns(description, ['m2', 'm3']),
          prepare(description, select, { destination: 'other' }),
          look('present', ['m1', 'm2', 'm3'], names, { destination: 'other' }),
        ],
      }),
      ...[true, false].map((isSelected) =>
        draft({
          group: 'storage',
          name: `second-${isSelected ? 'selected' : 'kept'}`,
          title: `An idle second conversation can continue ${after(hours)} its ${isSelected ? 'selection' : 'messages'}`,
          needs: [...inboxNeeds(names), WEBHOOK, action(close)],
          steps: [
            ...first,
            ...turns(description, ['m2', 'm3']),
            ...(isSelected ? [prepare(description, select)] : []),
            clock,
            ...(isSelected ? turns(description, ['m4']) : [prepare(description, select)]),
            look('present', ['m1', 'm2', 'm3', ...(isSelected ? ['m4'] : [])], names),
          ],
        }),
      ),
      draft({
        group: 'storage',
        name: 'closed-then-selected-early',
        title: `A selection ${after(hours)} the close, before the next message, holds for that message`,
        needs: [...inboxNeeds(names), WEBHOOK, action(close)],
        steps: [
          ...first,
          clock,
          prepare(description, select),
          ...turns(description, ['m2', 'm3']),
          look('present', ['m1', 'm2', 'm3'], names),
        ],
      }),
      draft({
        group: 'employee',
        name: 'later-card',
        title: `Employees see ${conjunction(card)} of a second selection, ${after(hours)} the close of the conversation before`,
        needs: [...inboxNeeds([...names, ...card]), WEBHOOK, action(close)],
        steps: [
          ...first,
          clock,
          ...turns(description, ['m2']),
          prepare(description, select, {}, 'selection'),
          look('present', ['m2'], card, { card: 'selection' }),
        ],
      }),
      draft({
        group: 'storage',
        name: 'second-selected-early',
        title: `A selection that began a second conversation still holds for the first message ${after(hours)} it`,
        needs: [...inboxNeeds(names), WEBHOOK, action(close)],
        steps: [
          ...first,
          prepare(description, select),
          clock,
          ...turns(description, ['m2', 'm3']),
          look('present', ['m1', 'm2', 'm3'], names),
        ],
      }),
      draft({
        group: 'storage',
        name: 'waiting',
        title: `Messages to logged-out employees reach them at a login ${after(hours)} they were sent`,
        needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
        steps: [
          loggedIn(true, key),
          ...turns(description, ['m1'], { key }),
          prepare(description, select, { key }),
          look('present', ['m1'], names, { key, setup: true }),
          loggedIn(false, key),
          ...turns(description, ['m2', 'm3'], { key }),
          clock,
          ...turns(description, ['m4'], { key }),
          loggedIn(true, key),
          look('present', ['m1', 'm2', 'm3', 'm4'], names, { key }),
        ],
      }),
      draft({
        group: 'employee',
        name: 'card',
        title: `Employees see ${conjunction(card)} of ${select} ${after(hours)} it`,
        needs: inboxNeeds([...names, ...card]),
        steps: [
          ...turns(description, ['m1']),
          prepare(description, select, {}, 'selection'),
          look('present', ['m1'], card, { card: 'selection', setup: true }),
          clock,
          ...turns(description, ['m2']),
          look('present', ['m2'], card, { card: 'selection' }),
        ],
      }),
      // Where kept messages need not last, their order could not be seen.
      ...(hours === shortest
        ? [
            draft({
              group: 'storage',
              name: 'kept-in-order',
              title: `What is kept before and ${hours} ${hours === 1 ? 'hour' : 'hours'} later reaches the employee in the order sent`,
              needs: [...inboxNeeds(names), WEBHOOK],
              steps: [
                ...turns(description, ['m1', 'm2']),
                clock,
                ...turns(description, ['m3', 'm4']),
                prepare(description, select),
                look('present', ['m1', 'm2', 'm3', 'm4'], names, { setup: true }),
                look('order', ['m1', 'm2', 'm3', 'm4'], names),
              ],
            }),
            draft({
              group: 'storage',
              name: 'waiting-in-order',
              title: `What waits for a login, and what comes ${hours} ${hours === 1 ? 'hour' : 'hours'} later, reach the employee in the order sent`,
              needs: [...inboxNeeds(names), action('set_presence'), { kind: 'unset-address' }],
              steps: [
                loggedIn(false, key),
                prepare(description, select, { key }),
                ...turns(description, ['m1', 'm2'], { key }),
                clock,
                ...turns(description, ['m3', 'm4'], { key }),
                loggedIn(true, key),
                look('present', ['m1', 'm2', 'm3', 'm4'], names, { key, setup: true }),
                look('order', ['m1', 'm2', 'm3', 'm4'], names, { key }),
              ],
            }),
          ]
        : []),
    ];
  });
}

/** However long a first or a second conversation rests, whatever its employee does first then sends its event. */
function notifiedAfterTime(description: Description): CaseDraft[] {
  const rules = employeeEvents(description);
  const message = operationOf(description, 'message');
  const end = closing(description);
  const reports = deliveryEvents(description);
  const draft = (name: string, title: string, needs: Need[], steps: Step[]): CaseDraft => ({
    group: 'events',
    name,
    title,
    needs: [WEBHOOK, action('advance_clock'), ...needs],
    phase: 'clock',
    steps,
  });
  return Object.entries(description.samples.hours ?? {}).flatMap(([name, hours]): CaseDraft[] => [
    draft(
      `told-after-${name}`,
      `Events still arrive ${after(hours)} the selection: for replies, the close, and the delivery of kept and later messages`,
      [{ kind: 'online' }, ...rules.map((rule) => action(rule.action))],
      [
        prepare(description, message, {}, 'before'),
        prepare(description, operationOf(description, 'select')),
        prepare(description, message, { user: 'b' }),
        { do: 'clock', hours },
        prepare(description, message, {}, 'after'),
        ...reports.map((event) => reported(event, ['before', 'after'])),
        ...rules.flatMap((rule): Step[] => [
          operate(rule.action, rule.parameters, { as: rule.event }),
          comes(rule, rule.event),
        ]),
        prepare(description, operationOf(description, 'select'), { user: 'b' }),
        ...reports.map((event) => reported(event, [], { user: 'b' })),
      ],
    ),
    ...reports.map((event) => waitingReported(description, event, [name, hours])),
    ...rules.map((rule) =>
      draft(
        `told-${rule.event}-after-${name}`,
        `${rule.event} still arrives when it is the first event in a second conversation, ${after(hours)} its selection`,
        [...new Set([end.action, rule.action])].map(action),
        [
          ...conversation(description),
          operate(end.action, {}, { setup: true }),
          { do: 'expect-event', event: end.event, user: 'a', times: 1, setup: true },
          ...conversation(description),
          { do: 'clock', hours },
          operate(rule.action, rule.parameters, { as: 'act' }),
          { ...comes(rule, 'act'), ...(rule.event === end.event && { times: 2 }) },
        ],
      ),
    ),
  ]);
}

/** A message is delivered whenever its employees log in. */
function waitingReported(
  description: Description,
  event: string,
  [name, hours]: [string, number],
): CaseDraft {
  const key = 'unset' as const;
  const message = operationOf(description, 'message');
  return {
    group: 'events',
    name: `told-waiting-after-${name}`,
    title: `A login ${after(hours)} messages were sent reports their delivery`,
    needs: [WEBHOOK, action('advance_clock'), action('set_presence'), { kind: 'unset-address' }],
    phase: 'clock',
    steps: [
      { do: 'address', label: 'late', key, setup: true },
      loggedIn(true, key),
      prepare(description, message, { key }, 'before'),
      ...(['a', 'b'] as const).map((user) =>
        prepare(description, operationOf(description, 'select'), { key, user }),
      ),
      loggedIn(false, key),
      ...turns(description, ['waiting', 'waiting too'], { key }),
      { do: 'clock', hours },
      ...turns(description, ['later', 'later too'], { key, user: 'b' }),
      loggedIn(true, key),
      // Its timestamp shows those of the two before.
      ...turns(description, ['last'], { key, user: 'b' }),
      reported(event, ['waiting', 'waiting too'], { address: 'late' }),
      reported(event, ['later', 'later too', 'last'], { user: 'b', address: 'late' }),
    ],
  };
}

/** Messages ask for a destination however long nobody has been logged in. */
function loggedOutFor(description: Description, name: string, hours: number): CaseDraft {
  const key = 'unset' as const;
  const event = routingEvent(description);
  return {
    group: 'routing',
    name: `logged-out-for-${name}`,
    title: `A first message ${after(hours)} the last employee has logged out asks for a destination`,
    needs: [WEBHOOK, action('advance_clock'), action('set_presence'), { kind: 'unset-address' }],
    phase: 'clock',
    steps: [
      { do: 'address', label: 'late', key, setup: true },
      loggedIn(false, key),
      { do: 'clock', hours },
      prepare(description, operationOf(description, 'message'), { key }),
      { do: 'expect-event', event, user: 'a', times: 1, address: 'late' },
    ],
  };
}

/** A log-out deselects nobody, however long ago the selection was; nor does it take the card away. */
function loggedOutAfter(description: Description, name: string, hours: number): CaseDraft {
  const key = 'unset' as const;
  const select = operationOf(description, 'select');
  const names = allContent(description);
  const card = shown(description, select);
  const event = routingEvent(description);
  return {
    group: 'routing',
    name: `logged-out-after-${name}`,
    title: `A logout and login ${after(hours)} the selection end neither the selection nor what employees see of the user`,
    needs: [
      WEBHOOK,
      action('advance_clock'),
      action('set_presence'),
      ...inboxNeeds([...names, ...card]),
      { kind: 'unset-address' },
    ],
    phase: 'clock',
    steps: [
      { do: 'address', label: 'late', key, setup: true },
      loggedIn(true, key),
      ...turns(description, ['m1'], { key }),
      prepare(description, select, { key }, 'selection'),
      look('present', ['m1'], names, { key, setup: true }),
      { do: 'clock', hours },
      loggedIn(false, key),
      ...turns(description, ['m2'], { key }),
      loggedIn(true, key),
      ...turns(description, ['m3'], { key }),
      look('present', ['m1', 'm2', 'm3'], names, { key }),
      look('present', ['m3'], card, { key, card: 'selection' }),
      {
        do: 'expect-event',
        event,
        user: 'a',
        times: timesAsked(description, ['message', 'select', 'message']),
        address: 'late',
        settles: true,
      },
    ],
  };
}

/** A selection lasts while its employees are out. */
function selectedWhileLoggedOut(description: Description, name: string, hours: number): CaseDraft {
  const key = 'unset' as const;
  const event = routingEvent(description);
  const names = allContent(description);
  return {
    group: 'routing',
    name: `selected-for-${name}-while-logged-out`,
    title: `A message ${after(hours)} its employees have logged out does not ask for a destination, and reaches them at their login`,
    needs: [
      WEBHOOK,
      action('advance_clock'),
      action('set_presence'),
      ...inboxNeeds(names),
      { kind: 'unset-address' },
    ],
    phase: 'clock',
    steps: [
      { do: 'address', label: 'late', key, setup: true },
      loggedIn(true, key),
      ...turns(description, ['m1'], { key }),
      prepare(description, operationOf(description, 'select'), { key }),
      loggedIn(false, key),
      { do: 'clock', hours },
      ...turns(description, ['m2', 'm3'], { key }),
      loggedIn(true, key),
      look('present', ['m1', 'm2', 'm3'], names, { key }),
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
function closedAfterLogOut(
  description: Description,
  [name, hours]: [string, number],
  isBack: boolean,
): CaseDraft {
  const key = 'unset' as const;
  const event = routingEvent(description);
  const { action: close, event: closes } = closing(description);
  const message = operationOf(description, 'message');
  return {
    group: 'routing',
    name: `closed-${isBack ? 'after-log-out' : 'while-logged-out'}-for-${name}`,
    title: `A close by employees who ${isBack ? 'were' : 'have been'} logged out for ${hours} ${hours === 1 ? 'hour' : 'hours'}${isBack ? '' : ', if possible,'} is reported, and the next message asks for a destination`,
    needs: [
      WEBHOOK,
      action('advance_clock'),
      action('set_presence'),
      action(close),
      { kind: 'unset-address' },
    ],
    phase: 'clock',
    steps: [
      { do: 'address', label: 'late', key, setup: true },
      loggedIn(true, key),
      prepare(description, message, { key }),
      prepare(description, operationOf(description, 'select'), { key }),
      loggedIn(false, key),
      { do: 'clock', hours },
      ...(isBack ? [loggedIn(true, key)] : []),
      { ...operate(close, {}, { key }), ...(!isBack && { mayBeImpossible: true }) },
      { do: 'expect-event', event: closes, user: 'a', times: 1, address: 'late' },
      prepare(description, message, { key }),
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
    title: `A message ${after(hours)} the selection${title} does not ask for a destination`,
    needs: [WEBHOOK, action('advance_clock')],
    phase: 'clock',
    steps: [
      prepare(description, message),
      prepare(description, operationOf(description, 'select')),
      { do: 'clock', hours },
      ...refused(description),
      send(description, message, { kind: 'accepted' }),
      askedOnce(description),
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
      title: `Messages ${after(hours)} an employee's replies do not ask for a destination`,
      needs: [WEBHOOK, ...answers.map((rule) => action(rule.action)), action('advance_clock')],
      phase: 'clock',
      steps: [
        ...conversation(description),
        ...kinds.map((kind) => prepare(description, kind)),
        ...answers.flatMap((rule): Step[] => [
          operate(rule.action, rule.parameters, { as: rule.event }),
          { ...comes(rule, rule.event), setup: true },
        ]),
        { do: 'clock', hours },
        ...kinds.map((kind) => send(description, kind, { kind: 'accepted' })),
        askedOnce(description),
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
      title: `Replies ${after(hours)} the selection send their events to a user who has written nothing, if employees can write them`,
      needs: [WEBHOOK, ...answers.map((rule) => action(rule.action)), action('advance_clock')],
      phase: 'clock',
      steps: [
        prepare(description, operationOf(description, 'select')),
        { do: 'clock', hours },
        ...answers.flatMap((rule): Step[] => [
          { ...operate(rule.action, rule.parameters, { as: rule.event }), mayBeImpossible: true },
          comes(rule, rule.event),
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
    title: `A second message ${after(hours)} the first${title} ${due ? 'asks for a destination again' : 'does not ask for a destination again'}`,
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
  const { action: close } = closing(description);
  const [first, other = first] = operationsOf(description, 'message') as [string, ...string[]];
  const select = operationOf(description, 'select');
  return {
    group: 'routing',
    name: `closed-for-${name}`,
    title: `Messages ${after(hours)} the close ask for a destination again`,
    needs: [WEBHOOK, action(close), action('advance_clock')],
    phase: 'clock',
    steps: [
      ...(['a', 'b'] as const).flatMap((user): Step[] => [
        prepare(description, first, { user }),
        { do: 'expect-event', event, user, times: 1, setup: true },
        prepare(description, select, { user }),
        ...closed(description, 1, user),
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
  const { action: close } = closing(description);
  const message = operationOf(description, 'message');
  return {
    group: 'routing',
    name: `closed-after-${name}`,
    title: `After a close ${after(hours)} the selection, the next message asks for a destination`,
    needs: [WEBHOOK, action(close), action('advance_clock')],
    phase: 'clock',
    steps: [
      ...conversation(description),
      { do: 'clock', hours },
      ...closed(description),
      send(description, message, { kind: 'accepted' }),
      { do: 'expect-event', event, user: 'a', times: 2, settles: true },
    ],
  };
}

function after(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'} after`;
}
