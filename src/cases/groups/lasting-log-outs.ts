import type { Description } from '../../description/types.js';
import { count } from '../../phrases.js';
import {
  allContentFields,
  closeRule,
  operationOf,
  routingEvent,
  shownFields,
  timesAsked,
} from '../description-lookups.js';
import { hoursAfter } from '../midnight.js';
import { action, inboxNeeds, WEBHOOK } from '../needs.js';
import { logIn, logOut, look, operate, prepare, setAddress, writeInTurn } from '../steps.js';
import type { CaseDraft, PresenceStep } from '../types.js';

/** Nobody comes by waiting. Employees may be logged out after a while, so only those who are out are looked at. */
export function presenceFor(name: string, hours: number): CaseDraft {
  const presence: PresenceStep = { do: 'presence', destination: 'chosen', online: false, key: 'unset' };
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
export function loggedOutFor(description: Description, name: string, hours: number): CaseDraft {
  const key = 'unset' as const;
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
      prepare(description, operationOf(description, 'message'), { key }),
      { do: 'expect-event', event, user: 'a', times: 1, address: 'late' },
    ],
  };
}

/** A log-out deselects nobody, however long ago the selection was; nor does it take the card away. */
export function loggedOutAfter(description: Description, name: string, hours: number): CaseDraft {
  const key = 'unset' as const;
  const select = operationOf(description, 'select');
  const names = allContentFields(description);
  const card = shownFields(description, select);
  const event = routingEvent(description);
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
      ...writeInTurn(description, ['m1'], { key }),
      prepare(description, select, { key }, 'selection'),
      look('present', ['m1'], names, { key, setup: true }),
      { do: 'clock', hours },
      logOut(),
      ...writeInTurn(description, ['m2'], { key }),
      logIn(),
      ...writeInTurn(description, ['m3'], { key }),
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
export function selectedWhileLoggedOut(description: Description, name: string, hours: number): CaseDraft {
  const key = 'unset' as const;
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
      ...writeInTurn(description, ['m1'], { key }),
      prepare(description, operationOf(description, 'select'), { key }),
      logOut(),
      { do: 'clock', hours },
      ...writeInTurn(description, ['m2', 'm3'], { key }),
      logIn(),
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
export function closedAfterLogOut(
  description: Description,
  [name, hours]: [string, number],
  isBack: boolean,
): CaseDraft {
  const key = 'unset' as const;
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
      prepare(description, message, { key }),
      prepare(description, operationOf(description, 'select'), { key }),
      logOut(),
      { do: 'clock', hours },
      ...(isBack ? [logIn()] : []),
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
