import type { Accounts } from '../conversations/accounts.js';
import type { ContactPoint, Destination, User } from '../conversations/model.js';
import type { NamedFault } from './fault.js';
import { currentScene, isNth } from './shared/hooks.js';
import { moveHistory } from './shared/move-history.js';

/** The list of destinations, their presence and log-outs, and which of them can be selected. */
export const faults: readonly NamedFault[] = [
  {
    name: 'presence-as-text-in-one',
    summary: 'In every third list the flags of the last destination are strings',
    kills: ['responses/type-*/*'],
    hook: ({ respond }) => {
      const isThird = isNth(3);
      return {
        respond(due, call) {
          const reply = respond(due, call);
          const [name, list] = Object.entries(reply.body).find(([, value]) => Array.isArray(value)) ?? [];
          if (name === undefined || !Array.isArray(list) || !isThird()) return reply;
          return { ...reply, body: { ...reply.body, [name]: [...list.slice(0, -1), worded(list.at(-1))] } };
        },
      };
    },
  },
  {
    name: 'flags-end-at-logout',
    summary:
      'A destination whose employees are logged out is listed without the flags after the first false one',
    kills: ['responses/type-*/*'],
    stimuli: ['destinations/presence-*'],
    hook: ({ respond }) => ({
      respond(due, call) {
        const reply = respond(due, call);
        const body = Object.entries(reply.body).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map(upToFalse) : value,
        ]);
        return { ...reply, body: Object.fromEntries(body) };
      },
    }),
  },
  {
    name: 'undocumented-status-at-logout',
    summary: 'A list with a destination whose employees are logged out has a status of its own',
    kills: ['responses/every-status/*'],
    stimuli: ['destinations/presence-*'],
    hook: ({ respond }) => ({
      respond(due, call) {
        const reply = respond(due, call);
        const elements = Object.values(reply.body).flatMap((value) => (Array.isArray(value) ? value : []));
        return elements.some((element) => flagsOf(element).includes(false))
          ? { ...reply, status: 203 }
          : reply;
      },
    }),
  },
  {
    name: 'presence-true-while-messages-wait',
    summary: 'A destination shows as online as long as messages wait there for a login',
    kills: ['destinations/presence-amid-conversations'],
    hook: ({ presence }) => ({
      presence: (destination) => presence(destination) || destination.waiting.length > 0,
    }),
  },
  {
    name: 'presence-true-after-reply',
    summary: 'A destination shows as online once its employees have replied while logged out',
    kills: ['destinations/presence-amid-replies'],
    hook: ({ move, presence, loggedOut }) => {
      const replied = new WeakSet<Destination>();
      return {
        async move(scene, name, act) {
          const { destination } = scene.user;
          const moved = await move(scene, name, act);
          if (destination && scene.rules.eventCausedBy(name)?.closes === false) replied.add(destination);
          return moved;
        },
        presence: (destination) => presence(destination) || replied.has(destination),
        loggedOut(destination, users) {
          loggedOut(destination, users);
          replied.delete(destination);
        },
      };
    },
  },
  {
    name: 'waiting-destination-unlisted',
    summary: 'A destination where messages wait for a login is not listed',
    kills: ['destinations/presence-amid-conversations'],
    hook: ({ respond }) => ({
      respond(due, call) {
        const reply = respond(due, call);
        const waiting = [...(call.account?.point.destinations.values() ?? [])].filter(
          (each) => each.waiting.length > 0,
        );
        const isWaiting = (element: unknown): boolean =>
          waiting.some(({ id }) => JSON.stringify(element).includes(JSON.stringify(id)));
        const body = Object.entries(reply.body).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.filter((element) => !isWaiting(element)) : value,
        ]);
        return { ...reply, body: Object.fromEntries(body) };
      },
    }),
  },
  {
    name: 'presence-outdated-in-every-third-list',
    summary: 'Every third list shows who was online at first',
    kills: ['destinations/presence-*'],
    hook: ({ presence }) => {
      const lists = new Map<string, { count: number; first: boolean }>();
      return {
        presence(destination) {
          const now = presence(destination);
          const list = lists.get(destination.id) ?? { count: 0, first: now };
          list.count += 1;
          lists.set(destination.id, list);
          return list.count % 3 === 0 ? list.first : now;
        },
      };
    },
  },
  {
    name: 'presence-follows-neighbour',
    summary: 'Destinations show as offline if the one listed before is',
    kills: ['destinations/presence-of-each'],
    hook: ({ presence }) => {
      let before: Destination | null = null;
      return {
        presence(destination) {
          const shown = presence(destination) && (before === null || before.online);
          before = destination;
          return shown;
        },
      };
    },
  },
  {
    name: 'presence-lost-with-another',
    summary: 'A logout at one destination shows the others as offline until their own employees log in again',
    kills: ['destinations/presence-where-messages-arrive'],
    hook: ({ presence, loggingIn, loggedOut }) => {
      const shownOffline = new Set<Destination>();
      const known = new Set<Destination>();
      return {
        presence(destination) {
          known.add(destination);
          return presence(destination) && !shownOffline.has(destination);
        },
        loggingIn(destination, users) {
          shownOffline.delete(destination);
          loggingIn(destination, users);
        },
        loggedOut(destination, users) {
          for (const each of known) if (each !== destination) shownOffline.add(each);
          loggedOut(destination, users);
        },
      };
    },
  },
  {
    name: 'presence-won-with-another',
    summary: 'A login at one destination shows the others as online until their own employees log out',
    kills: ['destinations/presence-where-messages-wait'],
    hook: ({ presence, loggingIn, loggedOut }) => {
      const shownOnline = new Set<Destination>();
      const known = new Set<Destination>();
      return {
        presence(destination) {
          known.add(destination);
          return presence(destination) || shownOnline.has(destination);
        },
        loggingIn(destination, users) {
          for (const each of known) if (each !== destination) shownOnline.add(each);
          loggingIn(destination, users);
        },
        loggedOut(destination, users) {
          shownOnline.delete(destination);
          loggedOut(destination, users);
        },
      };
    },
  },
  {
    name: 'presence-shared-by-contact-points',
    summary: 'A destination shows as offline while the one of its name at another contact point is',
    kills: ['destinations/presence-at-second-contact-point'],
    hook: ({ presence, loggedOut }) => {
      const left = new Set<Destination>();
      return {
        loggedOut(destination, users) {
          left.add(destination);
          loggedOut(destination, users);
        },
        presence: (destination) =>
          presence(destination) &&
          ![...left].some(({ name, online }) => name === destination.name && !online),
      };
    },
  },
  {
    name: 'presence-ignored-after-logout',
    summary: 'A destination that was offline once stays offline',
    kills: ['destinations/presence-*'],
    hook: ({ presence }) => {
      const seen = new Set<string>();
      return {
        presence(destination) {
          if (!destination.online) seen.add(destination.id);
          return presence(destination) && !seen.has(destination.id);
        },
      };
    },
  },
  {
    name: 'presence-ignored',
    summary: 'Destinations always show as online',
    kills: ['destinations/presence-*'],
    hook: () => ({ presence: () => true }),
  },
  {
    name: 'presence-held-by-conversations',
    summary: 'A destination whose conversations are open shows as online after its employees log out',
    kills: ['destinations/presence-amid-conversations'],
    hook: ({ presence, loggedOut }) => {
      const talked = new Map<Destination, User[]>();
      return {
        loggedOut(destination, users) {
          talked.set(
            destination,
            [...users].filter((user) => user.destination === destination),
          );
          loggedOut(destination, users);
        },
        presence: (destination) =>
          presence(destination) ||
          (talked.get(destination) ?? []).some((user) => user.destination === destination),
      };
    },
  },
  {
    name: 'presence-counts-logouts',
    summary: 'Employees who logged out twice must log in twice to show as online',
    kills: ['destinations/presence-*'],
    hook: ({ loggedOut, presence }) => {
      const absent = new Map<Destination, number>();
      const seen = new WeakSet<Destination>();
      return {
        loggedOut(destination, users) {
          absent.set(destination, (absent.get(destination) ?? 0) + 1);
          seen.delete(destination);
          loggedOut(destination, users);
        },
        presence(destination) {
          const times = absent.get(destination) ?? 0;
          if (!destination.online || seen.has(destination)) return presence(destination) && times === 0;
          seen.add(destination);
          absent.set(destination, Math.max(0, times - 1));
          return presence(destination) && times <= 1;
        },
      };
    },
  },
  {
    name: 'presence-inverted',
    summary: 'Destinations show as online when nobody is logged in',
    kills: ['destinations/presence-*'],
    hook: ({ presence }) => ({ presence: (destination) => !presence(destination) }),
  },
  /** The first key that asks belongs to the contact point that lists some. */
  {
    name: 'destinations-none-at-second',
    summary: 'Every contact point but the first lists no destinations',
    kills: ['destinations/every-listed/*'],
    stimuli: ['requests/foreign-destination/*'],
    hook: ({ respond }) => {
      let first: unknown;
      return {
        respond(reply, call) {
          const good = respond(reply, call);
          const { account, operation } = call;
          if (operation?.rule.kind !== 'destinations' || account === undefined) return good;
          first ??= account.point;
          if (account.point === first) return good;
          const body = Object.entries(good.body).map(([name, value]) => [
            name,
            Array.isArray(value) ? [] : value,
          ]);
          return { ...good, body: Object.fromEntries(body) };
        },
      };
    },
  },
  {
    name: 'destination-last-refused',
    summary: 'The last destination in the list cannot be selected',
    kills: ['destinations/each-is-selectable/*'],
    hook: ({ chosen }) => ({
      chosen: (id, all) => (id === [...all.keys()].at(-1) ? undefined : chosen(id, all)),
    }),
  },
  {
    name: 'destinations-listed-of-another-contact-point',
    summary: "The list of a later contact point also holds the first one's destinations",
    kills: ['destinations/each-is-selectable-at-second/*'],
    hook: ({ respond }) => {
      let first: { point: ContactPoint; listed: unknown[] } | null = null;
      return {
        respond(reply, call) {
          const good = respond(reply, call);
          const { operation, account } = call;
          const [field, listed] =
            Object.entries(good.body).find((entry): entry is [string, unknown[]] =>
              Array.isArray(entry[1]),
            ) ?? [];
          if (operation?.rule.kind !== 'destinations' || !account || field === undefined || !listed)
            return good;
          first ??= { point: account.point, listed };
          return account.point === first.point
            ? good
            : { ...good, body: { ...good.body, [field]: [...listed, ...first.listed] } };
        },
      };
    },
  },
  {
    name: 'destination-unchecked',
    summary: 'An unknown destination selects the first one',
    kills: ['requests/unlisted-destination/*'],
    hook: ({ chosen }) => ({ chosen: (id, all) => chosen(id, all) ?? [...all.values()][0] }),
  },
  {
    name: 'destinations-shared',
    summary: 'Any key can select the destinations of every contact point',
    kills: ['requests/foreign-destination/*'],
    hook: ({ authenticate, chosen }) => {
      let known: Accounts | undefined;
      return {
        authenticate(key, call, accounts) {
          known = accounts;
          return authenticate(key, call, accounts);
        },
        chosen: (id, all) =>
          chosen(id, all) ??
          [...(known?.byKey.values() ?? [])].flatMap(({ point }) => point.destinations.get(id) ?? [])[0],
      };
    },
  },
  {
    name: 'selection-of-absent-employees-lost',
    summary: 'A selection before the first message does not hold if the employees are logged out',
    kills: ['storage/selected-while-logged-out'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, rules } = scene;
        const was = user.destination;
        const result = await move(scene, name, act);
        if (was === null && user.destination?.online === false && user.ordinal === 0)
          Object.assign(user, { destination: null, state: rules.description.routing.initial });
        return result;
      },
    }),
  },
  {
    name: 'log-out-keeps-one-conversation',
    summary: 'When employees log out, all their conversations but the first are forgotten',
    kills: ['storage/login-of-several'],
    hook: ({ loggedOut }) => ({
      loggedOut(destination, users) {
        const all = [...users];
        loggedOut(destination, all);
        for (const user of all.filter((each) => each.destination === destination).slice(1))
          Object.assign(user, { destination: null });
      },
    }),
  },
  {
    name: 'kept-lost-while-former-employees-absent',
    summary: 'After a close, messages are lost while the employees of the last destination are logged out',
    kills: ['storage/kept-while-former-logged-out'],
    hook: ({ keep, ...good }) => {
      const former = new WeakMap<User, User['destination']>();
      const { move, scene } = currentScene(good);
      return {
        move(current, name, act) {
          const { user } = current;
          if (user.destination) former.set(user, user.destination);
          return move(current, name, act);
        },
        keep(message) {
          const user = scene()?.user;
          return user && former.get(user)?.online === false ? [] : keep(message);
        },
      };
    },
  },
  {
    name: 'untold-after-log-out',
    summary:
      'Replies and closes are not reported once the employees have been logged out during the conversation',
    kills: ['events/told-after-log-out'],
    hook: ({ loggedOut, notify }) => {
      const conversations = new WeakMap<User, number>();
      return {
        loggedOut(destination, users) {
          const all = [...users];
          for (const user of all)
            if (user.destination === destination) conversations.set(user, user.conversation);
          loggedOut(destination, all);
        },
        notify: (event) =>
          event.kind === 'reply' && conversations.get(event.user) === event.user.conversation
            ? []
            : notify(event),
      };
    },
  },
  {
    name: 'presence-ends-with-empty-conversation',
    summary: 'A destination seems unattended after the close of a conversation in which nobody wrote',
    kills: ['destinations/presence-through-conversations'],
    hook: ({ presence, ...good }) => {
      const { move, of } = moveHistory(good);
      const left = new WeakSet<Destination>();
      return {
        move: (scene, name, act) =>
          move(scene, name, () => {
            const { user } = scene;
            const { destination } = user;
            const result = act();
            const moves = of(user);
            const isEmpty =
              moves.at(-1)?.kind === 'close' &&
              moves.at(-2)?.kind === 'select' &&
              moves.at(-3)?.kind !== 'message';
            if (destination && isEmpty) left.add(destination);
            else if (user.destination) left.delete(user.destination);
            return result;
          }),
        presence: (destination) => presence(destination) && !left.has(destination),
      };
    },
  },
];

function worded(element: unknown): unknown {
  if (typeof element !== 'object' || element === null) return element;
  const texts = Object.entries(element).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : value,
  ]);
  return Object.fromEntries(texts);
}

/** The element without the flags that come after one that is false. */
function upToFalse(element: unknown): unknown {
  if (!flagsOf(element).includes(false)) return element;
  const entries = Object.entries(element as object);
  const first = entries.findIndex(([, value]) => value === false);
  return Object.fromEntries(entries.filter(([, value], at) => at <= first || typeof value !== 'boolean'));
}

function flagsOf(element: unknown): unknown[] {
  return typeof element === 'object' && element !== null
    ? Object.values(element).filter((value) => typeof value === 'boolean')
    : [];
}
