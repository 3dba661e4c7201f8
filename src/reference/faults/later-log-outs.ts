import { sendEvent } from '../conversations/events.js';
import type { Destination, Message, SeenMessage, User } from '../conversations/model.js';
import type { FaultHook, NamedFault } from './fault.js';
import { mapFields } from './shared/alterations.js';
import {
  currentScene,
  endSelection,
  lastStored,
  pointOfDestination,
  refusedUser,
  releasing,
} from './shared/hooks.js';
import { moveHistory } from './shared/move-history.js';

/** What goes wrong in later conversations alone: while nobody is logged in, or with some values. */
export const faults: readonly NamedFault[] = [
  {
    name: 'lost-while-first-logged-out',
    summary: 'Messages to any destination are lost while everybody at the first one is logged out',
    kills: ['storage/selected-while-first-logged-out'],
    hook: lostWithout((all) => all[0]),
  },
  {
    name: 'lost-while-second-logged-out',
    summary: 'Messages to any destination are lost while everybody at the second one is logged out',
    kills: ['storage/selected-while-other-logged-out'],
    hook: lostWithout((all) => all[1]),
  },
  {
    name: 'offline-comments-lost',
    summary: 'The last field of a message to logged-out employees is lost if it has several',
    kills: ['storage/login-brings-*/*'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const moved = await move(scene, name, act);
        const waiting = scene.user.destination?.waiting.at(-1);
        const fields = Object.keys(waiting?.message.fields ?? {});
        if (waiting && fields.length > 2) delete waiting.message.fields[fields.at(-1) as string];
        return moved;
      },
    }),
  },
  {
    name: 'offline-files-lost-later',
    summary: 'Messages of several fields to logged-out employees are lost in later conversations',
    kills: ['storage/kept-while-former-logged-out'],
    hook: unheardLater(({ fields }) => Object.keys(fields).length > 1),
  },
  {
    name: 'offline-third-lost-later',
    summary: 'Of the messages to logged-out employees the third after a later selection is lost',
    kills: ['storage/kept-while-former-logged-out'],
    hook: unheardLater((_message, since) => since === 3),
  },
  {
    name: 'offline-kept-lost-later',
    summary: 'The first message that waits for a later selection is lost if nobody is logged in there',
    kills: ['storage/kept-while-former-logged-out'],
    hook: releasing((kept, { user }) =>
      user.conversation > 1 && user.destination?.online === false ? kept.slice(1) : kept,
    ),
  },
  {
    name: 'messages-move-on-after-replies',
    summary:
      'A message to logged-out employees who have replied goes to another destination where somebody is logged in',
    kills: ['storage/waiting-after-replies-at-no-other'],
    hook: ({ recipients, ...good }) => {
      const { move, of } = moveHistory(good);
      return {
        move,
        recipients(user, delivers, all) {
          const due = recipients(user, delivers, all);
          const hasReplied = of(user).some(
            ({ kind, conversation }) => kind === 'reply' && conversation === user.conversation,
          );
          const other = [...all.values()].find(({ online }) => online);
          return hasReplied && due[0]?.online === false && other ? [other] : due;
        },
      };
    },
  },
  {
    name: 'log-out-ends-early-selection',
    summary: 'A logout ends the selection of users who have not written yet',
    kills: ['storage/selected-early-*'],
    hook: ({ loggedOut }, [description]) => ({
      loggedOut(destination, users) {
        loggedOut(destination, users);
        for (const user of users)
          if (user.destination === destination && user.ordinal === 0)
            Object.assign(user, { destination: null, state: description?.routing.initial });
      },
    }),
  },
  {
    name: 'log-out-clears-early-card',
    summary: 'A logout clears name and attributes of users who have not written yet',
    kills: ['storage/selected-early-*'],
    hook: ({ loggedOut }) => ({
      loggedOut(destination, users) {
        loggedOut(destination, users);
        for (const user of users) if (user.destination === destination && user.ordinal === 0) user.card = {};
      },
    }),
  },
  {
    name: 'card-lost-at-logged-out',
    summary: 'Name and attributes are lost if nobody is logged in where a user without messages is routed',
    kills: ['storage/selected-early-at-logged-out'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const before = user.card;
        const moved = await move(scene, name, act);
        if (user.card !== before && user.ordinal === 0 && user.destination?.online === false) user.card = {};
        return moved;
      },
    }),
  },
  {
    name: 'close-untold-after-unattended-selection',
    summary: 'A close sends no event if nobody was logged in when the destination was selected',
    kills: ['events/told-after-unattended-selection'],
    hook: ({ notify, ...good }) => {
      const { move, of } = moveHistory(good);
      const unattended = new WeakSet<User>();
      return {
        async move(scene, name, act) {
          const moved = await move(scene, name, act);
          if (name === 'select') unattended.delete(scene.user);
          if (name === 'select' && scene.user.destination?.online === false) unattended.add(scene.user);
          return moved;
        },
        notify: (event) =>
          of(event.user).at(-1)?.kind === 'close' && unattended.has(event.user) ? [] : notify(event),
      };
    },
  },
  {
    name: 'waiting-joins-what-waits-elsewhere',
    summary:
      'What waits for a login goes to another destination at which the same user has messages waiting already',
    kills: ['storage/waiting-at-two-destinations'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const moved = await move(scene, name, act);
        const { user, point } = scene;
        const here = user.destination;
        const isOwn = (entry: { user: User }): boolean => entry.user === user;
        const other = [...point.destinations.values()].find(
          (each) => each !== here && !each.online && each.waiting.some(isOwn),
        );
        if (!here || !other) return moved;
        other.waiting.push(
          ...here.waiting
            .filter(isOwn)
            .map((entry) => ({ ...entry, message: { ...entry.message, destinationId: other.id } })),
        );
        here.waiting = here.waiting.filter((entry) => !isOwn(entry));
        return moved;
      },
    }),
  },
  {
    name: 'waiting-goes-to-present-destination',
    summary: 'What waits for a login is shown at the destination that the user has then',
    kills: ['storage/waiting-at-former-destination'],
    hook: ({ loggingIn }) => ({
      loggingIn(destination, users) {
        loggingIn(destination, users);
        destination.waiting = destination.waiting.filter(({ user, message }) => {
          const present = user.destination;
          if (!present || present === destination) return true;
          user.seen.push({ ...message, destinationId: present.id });
          return false;
        });
      },
    }),
  },
  {
    name: 'present-shown-to-former-at-log-out',
    summary: 'After a logout, employees see what users whom they had before have written elsewhere since',
    kills: ['storage/later-at-no-former'],
    hook: ({ loggedOut }) => ({
      loggedOut(destination, users) {
        loggedOut(destination, users);
        const { id } = destination;
        for (const user of users)
          if (user.destination && user.destination !== destination && user.seen.some(isAt(id)))
            user.seen.push(
              ...user.seen
                .filter(isAt(user.destination.id))
                .map((message) => ({ ...message, destinationId: id })),
            );
      },
    }),
  },
  {
    name: 'offline-shown-elsewhere',
    summary: 'Two or more messages that wait for a login are also shown at the other destinations',
    kills: ['storage/waiting-at-no-other'],
    hook: ({ move }) => {
      const shown = new WeakSet<Message>();
      return {
        async move(scene, name, act) {
          const moved = await move(scene, name, act);
          const { user, point } = scene;
          const waiting = (user.destination?.waiting ?? []).filter((entry) => entry.user === user);
          for (const { message } of waiting.length > 1 ? waiting : []) {
            if (shown.has(message)) continue;
            shown.add(message);
            for (const { id, online } of point.destinations.values())
              if (online) user.seen.push({ ...message, destinationId: id });
          }
          return moved;
        },
      };
    },
  },
  {
    name: 'login-brings-eight-users',
    summary: 'A login brings the messages of eight users; those of others come when they write again',
    kills: ['storage/login-of-several'],
    hook: ({ move }) => {
      const held = new WeakMap<User, Message[]>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const { destination } = user;
          if (destination?.online) {
            for (const message of held.get(user) ?? [])
              user.seen.push({ ...message, destinationId: destination.id });
            held.delete(user);
          }
          const result = await move(scene, name, act);
          const waiting = user.destination?.waiting ?? [];
          const late = [...new Set(waiting.map((entry) => entry.user))].slice(8);
          for (const { user: other, message } of waiting)
            if (late.includes(other)) held.set(other, [...(held.get(other) ?? []), message]);
          if (user.destination)
            user.destination.waiting = waiting.filter((entry) => !late.includes(entry.user));
          return result;
        },
      };
    },
  },
  {
    name: 'selection-lost-after-unseen-close',
    summary: 'After a close while messages waited for a login the next selection does not hold',
    kills: ['storage/selected-after-unseen-close'],
    hook: ({ move }) => {
      const marked = new WeakSet<User>();
      return {
        async move(scene, name, act) {
          const { user, rules } = scene;
          const before = user.destination;
          const isUnseen = before?.waiting.some((entry) => entry.user === user) ?? false;
          const result = await move(scene, name, act);
          if (before && user.destination === null && isUnseen) marked.add(user);
          else if (before === null && user.destination && marked.delete(user))
            Object.assign(user, { destination: null, state: rules.description.routing.initial });
          return result;
        },
      };
    },
  },
  {
    name: 'messages-unseen-at-close-lost',
    summary: 'What waited for a login when the conversation was closed is never shown',
    kills: ['storage/history-of-unseen-close'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const { destination } = user;
        const moved = await move(scene, name, act);
        if (destination && user.destination === null)
          destination.waiting = destination.waiting.filter((entry) => entry.user !== user);
        return moved;
      },
    }),
  },
  {
    name: 'messages-that-waited-lost-by-close',
    summary: 'What had waited for a login is not part of the history',
    kills: ['storage/history-of-waiting'],
    hook: ({ move }) => {
      const waited = new Set<string>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const before = user.destination;
          const moved = await move(scene, name, act);
          for (const { message } of user.destination?.waiting ?? []) waited.add(message.id);
          if (before && user.destination === null) user.seen = user.seen.filter(({ id }) => !waited.has(id));
          return moved;
        },
      };
    },
  },
  {
    name: 'login-repeats-files',
    summary: 'Files that waited for a login are shown again at each later one',
    kills: ['storage/login-in-order'],
    hook: ({ move, loggedOut }) => {
      const waited = new Map<Destination, Set<Destination['waiting'][number]>>();
      return {
        async move(scene, name, act) {
          const result = await move(scene, name, act);
          const { destination } = scene.user;
          const entry = destination?.waiting.at(-1);
          if (destination && entry && Object.keys(entry.message.fields).length > 1)
            waited.set(destination, new Set(waited.get(destination)).add(entry));
          return result;
        },
        loggedOut(destination, users) {
          loggedOut(destination, users);
          destination.waiting.push(...(waited.get(destination) ?? []));
        },
      };
    },
  },
  {
    name: 'second-login-ends-selections',
    summary: 'A login where employees are already logged in ends the selections there',
    kills: ['storage/selected-through-second-login'],
    hook: ({ loggingIn }, descriptions) => ({
      loggingIn(destination, users) {
        if (destination.online)
          for (const user of users)
            if (user.destination === destination) endSelection(user, descriptions[0]?.routing.initial ?? '');
        loggingIn(destination, users);
      },
    }),
  },
  {
    name: 'second-login-repeats-messages',
    summary: "A login where employees are already logged in shows each user's last message again",
    kills: ['storage/once-through-second-login'],
    hook: ({ loggingIn }) => ({
      loggingIn(destination, users) {
        if (destination.online)
          for (const user of users) {
            const last = user.seen.findLast(({ destinationId }) => destinationId === destination.id);
            if (user.destination === destination && last) user.seen.push({ ...last });
          }
        loggingIn(destination, users);
      },
    }),
  },
  {
    name: 'login-brings-all-that-waits',
    summary: 'A login brings what waits at any destination of the contact point',
    kills: [
      'events/delivery-of-waiting-through-login-elsewhere/*',
      'storage/waiting-through-login-of-others',
    ],
    hook: ({ loggingIn, ...good }) => {
      const { authenticate, pointOf } = pointOfDestination(good);
      return {
        authenticate,
        loggingIn(destination, users) {
          loggingIn(destination, users);
          const own = pointOf(destination);
          for (const other of own?.destinations.values() ?? [])
            if (other !== destination) destination.waiting.push(...other.waiting.splice(0));
        },
      };
    },
  },
  {
    name: 'written-at-login-shown-first',
    summary: 'The first message after a login is shown before what waited for it',
    kills: ['storage/written-at-login'],
    hook: ({ move, loggingIn }) => {
      const waited = new Map<User, Set<string>>();
      return {
        loggingIn(destination, users) {
          for (const { user, message } of destination.waiting)
            waited.set(user, new Set(waited.get(user)).add(message.id));
          loggingIn(destination, users);
        },
        async move(scene, name, act) {
          const result = await move(scene, name, act);
          const { seen } = scene.user;
          const ids = waited.get(scene.user) ?? new Set();
          const [at, last] = [seen.findIndex(({ id }) => ids.has(id)), seen.at(-1)];
          if (at < 0 || !last || ids.has(last.id)) return result;
          waited.delete(scene.user);
          seen.splice(at, 0, ...seen.splice(-1));
          return result;
        },
      };
    },
  },
  {
    name: 'closed-while-logged-out-forgotten',
    summary: 'A conversation that ends while nobody is logged in at its destination is not shown later',
    kills: ['storage/history-of-closed-while-logged-out'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const { conversation, destination } = user;
        const result = await move(scene, name, act);
        if (user.conversation !== conversation && destination?.online === false) user.seen = [];
        return result;
      },
    }),
  },
  {
    name: 'offline-equal-of-others-lost',
    summary: 'Of equal messages of several users to logged-out employees only the first is kept',
    kills: ['storage/login-of-several'],
    hook: ({ recipients, ...good }) => {
      const { move, scene } = currentScene(good);
      const { store, last } = lastStored(good);
      return {
        move,
        store,
        recipients(user, delivers, all) {
          const isKnown = user.destination?.waiting.some(
            (waiting) =>
              waiting.user !== scene()?.user &&
              JSON.stringify(waiting.message.fields) === JSON.stringify(last()?.fields),
          );
          return isKnown ? [] : recipients(user, delivers, all);
        },
      };
    },
  },
  {
    name: 'later-zeros-lost',
    summary: 'A number that is zero is one in later conversations',
    kills: ['storage/kept-in-later-conversations'],
    hook: ({ store, ...good }) => {
      const { move, scene } = currentScene(good);
      return {
        move,
        store(message) {
          const isLater = (scene()?.user.conversation ?? 1) > 1;
          const fields = mapFields(message.fields, (value) => (value === 0 ? 1 : value));
          return store(isLater ? { ...message, fields } : message);
        },
      };
    },
  },
  {
    name: 'log-out-hands-over-kept',
    summary: 'A logout hands employees what waits for a selection, if these are more than three messages',
    kills: ['storage/kept-not-before-login'],
    hook: ({ loggedOut }) => ({
      loggedOut(destination, users) {
        for (const user of users)
          if (!user.destination && user.kept.length > 3)
            for (const message of user.kept) user.seen.push({ ...message, destinationId: destination.id });
        loggedOut(destination, users);
      },
    }),
  },
  {
    name: 'kept-shown-at-empty-former-destination',
    summary:
      'Messages after a close are shown where the user was before, as long as nobody is logged in there',
    kills: ['storage/kept-not-before-while-former-logged-out'],
    hook: ({ move }) => {
      const former = new WeakMap<User, Destination>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          if (user.destination) former.set(user, user.destination);
          const moved = await move(scene, name, act);
          const at = former.get(user);
          const message = user.kept.at(-1);
          if (at && !at.online && !user.destination && message)
            user.seen.push({ ...message, destinationId: at.id });
          return moved;
        },
      };
    },
  },
  {
    name: 'waiting-at-every-empty-destination',
    summary: 'What waits for a login waits at every destination where nobody is logged in',
    kills: ['storage/waiting-through-login-of-others'],
    hook: ({ recipients }) => ({
      recipients(user, delivers, all) {
        const due = recipients(user, delivers, all);
        if (!due.some(({ online }) => !online)) return due;
        return [...new Set([...due, ...[...all.values()].filter(({ online }) => !online)])];
      },
    }),
  },
  {
    name: 'second-log-out-drops-waiting',
    summary: 'A logout where everybody is logged out already drops what waits for a login',
    kills: ['storage/waiting-through-second-logout'],
    hook: ({ loggedOut }) => ({
      loggedOut(destination, users) {
        loggedOut(destination, users);
        destination.waiting.length = 0;
      },
    }),
  },
  {
    name: 'waiting-reported-to-former-address',
    summary: 'A message that waited for a login is reported to the address that was set when it was sent',
    kills: ['events/delivery-of-waiting-at-new-address'],
    hook: ({ post, ...good }) => {
      const { move, of } = moveHistory(good);
      const sentTo = new WeakMap<User, string>();
      return {
        async move(scene, name, act) {
          const result = await move(scene, name, act);
          const { user, point } = scene;
          const address = [...point.slots.values()].find(({ url }) => url !== null)?.url;
          const isMessage = of(user).at(-1)?.kind === 'message';
          if (isMessage && address != null && user.destination?.online === false) sentTo.set(user, address);
          return result;
        },
        post(request, event) {
          const made = post(request, event);
          const former = sentTo.get(event.user);
          return event.kind === 'delivery' && former !== undefined ? { ...made, url: former } : made;
        },
      };
    },
  },
  {
    name: 'delivery-told-while-waiting',
    summary: 'A message that waits for a login is reported as delivered at once',
    kills: ['events/delivery-of-waiting/*'],
    hook: reportingWaiting(() => true),
  },
  {
    name: 'delivery-told-while-waiting-later',
    summary: 'A message that waits for a login in a later conversation is reported as delivered at once',
    kills: ['events/delivery-of-waiting-again/*'],
    hook: reportingWaiting(({ conversation }) => conversation > 1),
  },
  {
    name: 'kept-lost-by-close-before-login',
    summary: 'What a selection handed to logged-out employees is lost if they close before the login',
    kills: ['storage/history-of-kept-unseen-close'],
    hook: ({ release, move }) => {
      const released = new Set<string>();
      return {
        release(kept) {
          const given = release(kept);
          for (const { id } of given) released.add(id);
          return given;
        },
        async move(scene, name, act) {
          const { user, point } = scene;
          const { conversation } = user;
          const result = await move(scene, name, act);
          if (user.conversation !== conversation)
            for (const destination of point.destinations.values())
              destination.waiting = destination.waiting.filter(
                (entry) => entry.user !== user || !released.has(entry.message.id),
              );
          return result;
        },
      };
    },
  },
  {
    name: 'waiting-lost-by-next-selection',
    summary:
      'Messages that wait for a login are lost when a next conversation begins at the same destination',
    kills: ['storage/waiting-through-next-conversation'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const before = user.destination;
        const waiting = new Map([...scene.point.destinations.values()].map((each) => [each, each.waiting]));
        const result = await move(scene, name, act);
        const { destination } = user;
        if (name !== 'select' || before || !destination || user.conversation < 2) return result;
        const former = waiting.get(destination) ?? [];
        destination.waiting = destination.waiting.filter(
          (entry) => entry.user !== user || !former.includes(entry),
        );
        return result;
      },
    }),
  },
  {
    name: 'waiting-lost-by-refused-selection',
    summary: 'A refused selection drops what waits for a login',
    kills: ['storage/waiting-through-refusals'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'select');
        if (refused)
          for (const destination of refused.point.destinations.values())
            destination.waiting = destination.waiting.filter(({ user }) => user !== refused.user);
        return respond(reply, call);
      },
    }),
  },
];

function isAt(id: string): (message: SeenMessage) => boolean {
  return ({ destinationId }) => destinationId === id;
}

/** Such messages of later conversations reach nobody who is logged out; `since`: how many the user has sent since the selection. */
function unheardLater(is: (message: Message, since: number) => boolean): FaultHook {
  return ({ recipients, ...good }) => {
    const { move, of } = moveHistory(good);
    const { store, last } = lastStored(good);
    return {
      move,
      store,
      recipients(user, delivers, all) {
        const moves = of(user);
        const since = moves.length - 1 - moves.findLastIndex(({ kind }) => kind === 'select');
        const isLost =
          user.conversation > 1 && user.destination?.online === false && moves.at(-1)?.kind === 'message';
        const message = last();
        return isLost && message && is(message, since) ? [] : recipients(user, delivers, all);
      },
    };
  };
}

/** Messages of these users that wait for a login are reported as delivered. */
function reportingWaiting(isMeant: (user: User) => boolean): FaultHook {
  return ({ recipients, ...good }) => {
    const { move, scene } = currentScene(good);
    return {
      move,
      recipients(user, delivers, all) {
        const due = recipients(user, delivers, all);
        const here = scene();
        if (here && delivers && isMeant(user) && due.some(({ online }) => !online))
          sendEvent(here.context, {
            name: here.context.dialect.event.deliveryName,
            kind: 'delivery',
            version: here.rules.description.version,
            user,
            point: here.point,
            id: `early-${user.ordinal}`,
            at: here.context.clock.now(),
            data: {},
          });
        return due;
      },
    };
  };
}

/** What is meant for others is lost while everybody at this destination is logged out. */
function lostWithout(which: (all: readonly Destination[]) => Destination | undefined): FaultHook {
  return ({ recipients }) => ({
    recipients(user, delivers, all) {
      const due = recipients(user, delivers, all);
      const needed = which([...all.values()]);
      return needed && !needed.online && !due.includes(needed) ? [] : due;
    },
  });
}
