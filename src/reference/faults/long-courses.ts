import { HOUR_MS } from '../../duration.js';
import { isObject } from '../../json.js';
import type { Destination, User } from '../conversations/model.js';
import type { FaultHook, NamedFault } from './fault.js';

import { afterHours, asksForDestination, silencing } from './shared/hooks.js';

/** What goes wrong only after a long course, or in combination. */
export const faults: readonly NamedFault[] = [
  {
    name: 'asks-nobody-while-all-are-away',
    summary: 'No message asks for a destination while all employees are logged out',
    kills: ['walks/journey-*'],
    hook: silencing(
      (event) =>
        asksForDestination(event) && [...event.point.destinations.values()].every(({ online }) => !online),
    ),
  },
  {
    name: 'replies-before-first-message-untold',
    summary: 'What employees write before the user has written is not reported',
    kills: ['walks/journey-*'],
    hook: silencing(({ kind, user }) => kind === 'reply' && user.ordinal === 0),
  },
  {
    name: 'login-brings-three-users',
    summary: 'At a login, the waiting messages of only three users are delivered',
    kills: ['walks/journey-*'],
    hook: whileLoggedOut((waiting, entry) => {
      const users = [...new Set([...waiting, entry].map(({ user }) => user))];
      return users.indexOf(entry.user) < 3 ? [...waiting, entry] : waiting;
    }),
  },
  {
    name: 'login-brings-last-first',
    summary: 'Messages that waited for a login are delivered in reverse order',
    kills: ['walks/journey-*'],
    hook: whileLoggedOut((waiting, entry) => [entry, ...waiting]),
  },
  {
    name: 'close-untold-after-idle-hour',
    summary: 'A close after an hour of silence is not reported',
    kills: ['events/told-*after-*'],
    hook: ({ move, notify }) => {
      const moved = new WeakMap<User, number>();
      return {
        async move(scene, name, act) {
          const { conversation } = scene.user;
          const result = await move(scene, name, act);
          if (scene.user.conversation === conversation) moved.set(scene.user, scene.point.clockOffset);
          return result;
        },
        notify: (event) =>
          event.kind === 'routing' &&
          event.user.ordinal === 0 &&
          event.point.clockOffset - (moved.get(event.user) ?? 0) >= HOUR_MS
            ? []
            : notify(event),
      };
    },
  },
  {
    name: 'close-undone-after-an-hour',
    summary: 'What a user does an hour after the close or later goes on with the closed conversation',
    kills: ['routing/closed-for-*'],
    hook: ({ move }) => {
      const closed = new WeakMap<User, Pick<User, 'state' | 'destination'> & { at: number }>();
      return {
        async move(scene, name, act) {
          const { user, point } = scene;
          const before = closed.get(user);
          if (before && !user.destination && point.clockOffset - before.at >= HOUR_MS)
            Object.assign(user, { state: before.state, destination: before.destination });
          const { state, destination } = user;
          const result = await move(scene, name, act);
          if (destination && !user.destination)
            closed.set(user, { state, destination, at: point.clockOffset });
          return result;
        },
      };
    },
  },
  {
    name: 'history-ends-after-an-hour',
    summary: 'Employees see nothing that was written more than an hour ago',
    kills: ['storage/{history,kept}-for-*'],
    hook: afterHours(1, (user) => {
      user.seen = [];
    }),
  },
  {
    name: 'card-ends-after-an-hour',
    summary: "A user's name and attributes are gone after an hour",
    kills: ['employee/card-for-*'],
    hook: afterHours(1, (user) => {
      user.card = {};
    }),
  },
  {
    name: 'waiting-ends-after-an-hour',
    summary: 'Messages waiting for a login are gone after an hour',
    kills: ['storage/waiting-for-*'],
    hook: afterHours(1, ({ destination }) => {
      if (destination) destination.waiting = [];
    }),
  },
  {
    name: 'attributes-stay-where-none-are-given',
    summary: 'A selection without attributes keeps those of the one before',
    kills: ['employee/emptied-attributes/*'],
    hook: mixingCards((value, former) => (isEmpty(value) ? former : value)),
  },
  {
    name: 'attributes-added-to-former-ones',
    summary: 'A selection with other attributes keeps those of the one before as well',
    kills: ['employee/other-attributes/*'],
    hook: mixingCards((value, former) =>
      isObject(value) && isObject(former) && !isEmpty(value) ? { ...former, ...value } : value,
    ),
  },
  {
    name: 'cards-by-id-in-any-case',
    summary: 'Users whose ids differ only in case share name and attributes',
    kills: ['walks/journey-*'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, point } = scene;
        const former = user.card;
        const result = await move(scene, name, act);
        if (user.card !== former)
          for (const other of point.users.values())
            if (other.id.toLowerCase() === user.id.toLowerCase()) other.card = user.card;
        return result;
      },
    }),
  },
  {
    name: 'early-selection-for-twenty-messages',
    summary: 'A selection before the first message holds for only twenty messages',
    kills: ['walks/journey-*'],
    hook: ({ move }) => {
      const early = new WeakSet<User>();
      return {
        async move(scene, name, act) {
          const { user, rules } = scene;
          const was = user.destination;
          const result = await move(scene, name, act);
          if (was === null && user.destination && user.ordinal === 0) early.add(user);
          if (was && !user.destination) early.delete(user);
          if (early.has(user) && user.ordinal > 20)
            Object.assign(user, { destination: null, state: rules.description.routing.initial });
          return result;
        },
      };
    },
  },
  {
    name: 'history-of-two-destinations',
    summary: 'Employees see earlier conversations of at most two destinations',
    kills: ['walks/journey-*'],
    hook: ({ visible }) => ({
      visible(seen, destinationId) {
        const shown = visible(seen, destinationId);
        const had = shown.map((message) => message.destinationId);
        const last = new Set(had.filter((id, at) => id !== had[at + 1]).slice(-2));
        return shown.filter((message) => last.has(message.destinationId));
      },
    }),
  },
];

/** Each field of a new card becomes what is made of it and of what the card before had there. */
function mixingCards(mixed: (value: unknown, former: unknown) => unknown): FaultHook {
  return ({ move }) => ({
    async move(scene, name, act) {
      const { user } = scene;
      const former = user.card;
      const result = await move(scene, name, act);
      if (user.card !== former)
        user.card = Object.fromEntries(
          Object.entries(user.card).map(([field, value]) => [field, mixed(value, former[field])]),
        );
      return result;
    },
  });
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

type Waiting = Destination['waiting'];

/** Each message changes what waits for a login. */
function whileLoggedOut(change: (waiting: Waiting, entry: Waiting[number]) => Waiting): FaultHook {
  return ({ loggedOut }) => ({
    loggedOut(destination, users) {
      loggedOut(destination, users);
      destination.waiting = Object.assign([...destination.waiting], {
        push(this: Waiting, entry: Waiting[number]) {
          return this.splice(0, this.length, ...change([...this], entry)).length;
        },
      });
    },
  });
}
