import type { Description } from '../../description/types.js';
import type { ContactPoint, ServiceEvent, User } from '../conversations/model.js';
import { findUser } from '../conversations/users.js';
import type { Scene } from '../service-context.js';
import type { FaultHook, NamedFault } from './fault.js';
import { asksForDestination, changing, haveMessagesWaiting, isAddressed, silencing } from './shared/hooks.js';
import { moveHistory } from './shared/move-history.js';
import { kindOf } from './shared/overlaps.js';

/** The close of a conversation, and what it leaves behind. */
export const faults: readonly NamedFault[] = [
  {
    name: 'close-without-address-keeps-selection',
    summary: 'A close while no address is set leaves the destination selected',
    kills: ['routing/closed-without-address', 'storage/kept-after-close-without-address'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, point } = scene;
        const { state, destination, conversation } = user;
        const result = await move(scene, name, act);
        if (user.conversation !== conversation && !isAddressed(point))
          Object.assign(user, { state, destination });
        return result;
      },
    }),
  },
  {
    name: 'close-at-all-contact-points',
    summary: "A close at one contact point ends the same user's conversation at every other one",
    kills: ['routing/contact-points-closed/*'],
    hook: closingToo((scene) =>
      [...scene.context.accounts.byKey.values()].flatMap(
        ({ point }) =>
          (point !== scene.point && findUser(scene.context, point, scene.rules, scene.user.id)) || [],
      ),
    ),
  },
  {
    name: 'close-of-like-users',
    summary:
      'A close also ends the conversations of users whose identifiers differ only in the last character',
    kills: ['routing/other-user-closed/*'],
    hook: closingToo(({ point, user }) =>
      [...point.users.values()].filter(
        ({ id }) => id !== user.id && id.slice(0, -1) === user.id.slice(0, -1),
      ),
    ),
  },
  {
    name: 'close-in-any-case',
    summary: 'A close also ends the conversations of users whose identifiers differ only in case',
    kills: ['events/exact-user-capitals'],
    hook: closingToo(({ point, user }) =>
      [...point.users.values()].filter(
        ({ id }) => id !== user.id && id.toLowerCase() === user.id.toLowerCase(),
      ),
    ),
  },
  {
    name: 'close-told-in-small-letters',
    summary: 'Closes and replies are reported with the user id in lower case',
    kills: ['events/exact-user-capitals'],
    hook: ({ notify }) => ({
      notify: (event) =>
        notify(
          asksForDestination(event)
            ? event
            : { ...event, user: { ...event.user, id: event.user.id.toLowerCase() } },
        ),
    }),
  },
  {
    name: 'close-told-to-another',
    summary: 'The close is also reported for the previous user who was asked for a destination',
    kills: ['events/**', 'routing/**'],
    hook: ({ notify }) => {
      let before: Parameters<typeof notify>[0]['user'] | null = null;
      return {
        notify(event) {
          const copies = notify(event);
          const foreign = before;
          if (asksForDestination(event)) before = event.user;
          return event.kind !== 'routing' ||
            asksForDestination(event) ||
            foreign === null ||
            foreign === event.user
            ? copies
            : [...copies, { ...event, user: foreign }];
        },
      };
    },
  },
  {
    name: 'close-keeps-selection-at-last-destination',
    summary: 'Closes at the last destination leave it selected',
    kills: ['events/told-at-each-destination'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, point } = scene;
        const { destination, state, conversation } = user;
        const result = await move(scene, name, act);
        const isClosed = user.conversation !== conversation;
        if (isClosed && destination === [...point.destinations.values()].at(-1))
          Object.assign(user, { destination, state });
        return result;
      },
    }),
  },
  {
    name: 'close-keeps-selection-after-file',
    summary:
      'The destination stays selected after the close if the last message had more than one field, as files do',
    kills: ['routing/{after-closed,second-after-closed,after-close-of-first-reply-alone}/*'],
    hook: ({ recipients, notify }) => {
      const selections = new WeakMap<User, Pick<User, 'state' | 'destination'>>();
      return {
        recipients(user, delivers, all) {
          const { state, destination } = user;
          if (destination) selections.set(user, { state, destination });
          return recipients(user, delivers, all);
        },
        notify(event) {
          const { kind, user } = event;
          const { fields = {} } = user.seen.at(-1) ?? {};
          if (kind === 'routing' && user.destination === null && Object.keys(fields).length > 1)
            Object.assign(user, selections.get(user));
          return notify(event);
        },
      };
    },
  },
  {
    name: 'close-keeps-selection-after-reply',
    summary: 'The destination stays selected after the close if an employee has replied',
    kills: ['routing/after-reply-and-close/*'],
    hook: ({ notify }) => {
      const replied = new WeakMap<User, Pick<User, 'state' | 'destination'>>();
      return {
        notify(event) {
          const { user, kind } = event;
          const { state, destination } = user;
          if (kind === 'reply') replied.set(user, { state, destination });
          else if (kind === 'routing' && !asksForDestination(event) && destination === null)
            Object.assign(user, replied.get(user));
          return notify(event);
        },
      };
    },
  },
  {
    name: 'close-keeps-selection-after-two-replies',
    summary: 'After the close of a conversation with more than one reply, no destination is asked for',
    kills: ['routing/after-long-conversation-and-close/*'],
    hook: ({ notify }) => {
      const replies = new WeakMap<User, number>();
      return {
        notify(event) {
          const count = replies.get(event.user) ?? 0;
          if (event.kind === 'reply') replies.set(event.user, count + 1);
          return asksForDestination(event) && count > 1 ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'close-keeps-selection-in-one-version',
    summary: 'The destination stays selected after the close, in versions with an operation for the history',
    kills: ['routing/{after-closed,second-after-closed,after-close-of-first-reply-alone}/*'],
    describe({ operations, routing }) {
      if (Object.values(operations).every(({ kind }) => kind !== 'history')) return;
      for (const step of Object.values(routing.transitions)) if (step.on === 'close') step.to = step.from;
    },
  },
  {
    name: 'close-keeps-selection-while-logged-out',
    summary:
      'After a close while all employees of the destination are logged out, no destination is asked for',
    kills: ['routing/closed-while-logged-out'],
    hook: ({ recipients, notify }) => {
      const last = new WeakMap<User, User['destination']>();
      const closedWhileAway = new WeakSet<User>();
      return {
        recipients(user, delivers, all) {
          if (user.destination !== null) last.set(user, user.destination);
          return recipients(user, delivers, all);
        },
        notify(event) {
          const { user } = event;
          if (isClose(event) && last.get(user)?.online === false) closedWhileAway.add(user);
          return asksForDestination(event) && closedWhileAway.has(user) ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'close-while-logged-out-undone-by-login',
    summary: 'A login restores selections whose conversations were closed while everybody was logged out',
    kills: ['routing/closed-while-logged-out-through-login'],
    hook: ({ move, loggingIn }) => {
      const before = new Map<User, Pick<User, 'state' | 'destination'>>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const { state, destination } = user;
          const result = await move(scene, name, act);
          if (kindOf(scene, name) === 'close' && destination?.online === false)
            before.set(user, { state, destination });
          else before.delete(user);
          return result;
        },
        loggingIn(destination, users) {
          loggingIn(destination, users);
          for (const [user, selection] of before)
            if (selection.destination === destination) Object.assign(user, selection);
        },
      };
    },
  },
  {
    name: 'close-untold-while-messages-wait',
    summary: 'The close of a conversation whose messages wait for a login is not reported',
    kills: ['routing/closed-while-messages-wait'],
    hook: silencing(
      (event) => event.kind === 'routing' && !asksForDestination(event) && haveMessagesWaiting(event),
    ),
  },
  {
    name: 'close-keeps-selection-of-fourth',
    summary: "From a user's fourth conversation on, no destination is asked for",
    kills: ['routing/after-fourth-close/*'],
    hook: ({ notify }) => {
      const asked = new WeakMap<User, number>();
      return {
        notify(event) {
          if (!asksForDestination(event) || event.user.ordinal !== 1) return notify(event);
          const conversations = (asked.get(event.user) ?? 0) + 1;
          asked.set(event.user, conversations);
          return conversations > 4 ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'close-keeps-selection',
    summary: 'The destination stays selected after the close',
    kills: ['routing/{after-closed,second-after-closed,after-close-of-first-reply-alone}/*'],
    describe: changing('close', (step) => {
      step.to = step.from;
      delete step.ends;
    }),
  },
  {
    name: 'close-of-reply-alone-keeps-selection',
    summary:
      'The close of a conversation in which only employees wrote is reported, but its destination stays selected',
    kills: ['routing/after-close-of-*/*'],
    hook: selectedAfterReplyAlone(() => true),
  },
  {
    name: 'close-of-first-reply-alone-keeps-selection',
    summary:
      'The close of a first conversation in which only employees wrote leaves the destination selected',
    kills: ['routing/after-close-of-first-reply-alone/*'],
    hook: selectedAfterReplyAlone((conversation) => conversation === 1),
  },
  {
    name: 'close-with-waiting-replies-keeps-selection',
    summary:
      'The close of a conversation with replies that wait for an address leaves the destination selected',
    kills: ['routing/closed-without-address-after-replies'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, point } = scene;
        const { state, destination, ordinal } = user;
        const isWaiting = [...point.slots.values()].some(({ replies }) =>
          replies.some((reply) => reply.user === user),
        );
        const result = await move(scene, name, act);
        if (destination && user.destination === null && isWaiting)
          Object.assign(user, { state, destination, ordinal });
        return result;
      },
    }),
  },
  {
    name: 'close-of-second-empty-keeps-selection',
    summary:
      'The second close in a row of conversations in which nobody wrote leaves the destination selected',
    kills: ['routing/after-two-closes-without-message/*'],
    hook: ({ move }) => {
      const empty = new WeakMap<User, number>();
      return {
        async move(scene, name, act) {
          const { state, destination, ordinal } = scene.user;
          const result = await move(scene, name, act);
          if (!destination || scene.user.destination !== null) return result;
          const before = empty.get(scene.user) ?? 0;
          empty.set(scene.user, ordinal === 0 ? before + 1 : 0);
          if (ordinal === 0 && before === 1) Object.assign(scene.user, { state, destination });
          return result;
        },
      };
    },
  },
  {
    name: 'close-of-empty-keeps-selection',
    summary:
      'The close of a conversation in which nobody wrote is reported, but its destination stays selected',
    kills: ['routing/second-after-close-without-message/*', 'storage/kept-after-close-without-message'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { state, destination, ordinal } = scene.user;
        const result = await move(scene, name, act);
        if (destination && scene.user.destination === null && ordinal === 0)
          Object.assign(scene.user, { state, destination });
        return result;
      },
    }),
  },
  {
    name: 'close-told-at-other-address',
    summary: "A close at a contact point without an address is reported to another one's address",
    kills: ['routing/contact-points-closed/*'],
    hook: ({ notify, respond }) => {
      const points = new Set<ContactPoint>();
      return {
        respond(reply, call) {
          if (call.account) points.add(call.account.point);
          return respond(reply, call);
        },
        notify(event) {
          const other = isClose(event) && !isAddressed(event.point) && [...points].find(isAddressed);
          return notify(other ? { ...event, point: other } : event);
        },
      };
    },
  },
  {
    name: 'close-of-empty-ignored',
    summary: 'After the close of a conversation in which nobody wrote, no destination is asked for',
    kills: ['routing/after-close-without-message/*'],
    hook: ({ notify }) => {
      const wrote = new WeakMap<User, boolean>();
      const quiet = new WeakSet<User>();
      return {
        notify(event) {
          const { user, kind } = event;
          if (kind === 'delivery') wrote.set(user, true);
          if (asksForDestination(event) && quiet.has(user)) return [];
          if (kind === 'routing' && !asksForDestination(event)) {
            if (wrote.get(user) === false) quiet.add(user);
            wrote.set(user, false);
          }
          return notify(event);
        },
      };
    },
  },
  {
    name: 'close-told-on-selection',
    summary: 'The event that reports a close is also sent on a selection',
    kills: ['events/unasked-*/*'],
    describe: changing('select', (step, description) => {
      step.sends = { event: closingEvent(description) };
    }),
  },
  {
    name: 'close-told-once',
    summary: "Only the first close of a user's conversations is reported",
    kills: ['events/sent-*-again'],
    hook: ({ notify }) => {
      const closed = new WeakSet<User>();
      return {
        notify(event) {
          if (event.kind !== 'routing' || asksForDestination(event)) return notify(event);
          if (closed.has(event.user)) return [];
          closed.add(event.user);
          return notify(event);
        },
      };
    },
  },
  {
    name: 'close-untold-after-file',
    summary: 'The close is not reported if the last message had more than one field, as files do',
    kills: ['events/every-due-*'],
    hook: ({ notify }) => ({
      notify(event) {
        if (event.kind !== 'routing' || asksForDestination(event)) return notify(event);
        const { fields = {} } = event.user.seen.at(-1) ?? {};
        return Object.keys(fields).length > 1 ? [] : notify(event);
      },
    }),
  },
  /** The event stays in the table, because the service tells a close from a reply by it. */
  {
    name: 'close-untold',
    summary: 'No event reports a close',
    kills: ['events/sent-*'],
    discovery: true,
    hook: (good, descriptions) => {
      const untold = descriptions.map(closingEvent);
      return silencing((event) => untold.includes(event.name))(good, descriptions);
    },
  },
  {
    name: 'close-told-at-one-contact-point',
    summary:
      "The close of a user's conversation is not reported just after one of the same user elsewhere was",
    kills: ['events/same-at-contact-points'],
    hook: ({ notify }) => {
      const last = new Map<string, ContactPoint>();
      return {
        notify(event) {
          if (!isClose(event)) return notify(event);
          const former = last.get(event.user.id);
          last.set(event.user.id, event.point);
          return former && former !== event.point ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'close-untold-after-reply-while-logged-out',
    summary: 'A close is not reported if the last thing before it was a reply of logged-out employees',
    kills: ['routing/closed-while-logged-out-after-replies'],
    hook: (good) => {
      const { move, of } = moveHistory(good);
      const away = new WeakSet<User>();
      return {
        move: (scene, name, act) =>
          move(scene, name, () => {
            const { user } = scene;
            const kind = of(user).at(-1)?.kind;
            if (kind === 'reply' && user.destination?.online === false) away.add(user);
            else if (kind !== 'close') away.delete(user);
            return act();
          }),
        notify: (event) => (isClose(event) && away.has(event.user) ? [] : good.notify(event)),
      };
    },
  },
];

function closingEvent({ routing: { transitions } }: Description): string {
  return Object.values(transitions).find(({ on, sends }) => on === 'close' && sends)?.sends?.event ?? '';
}

/** When an employee closes a conversation, those of these users silently end as well. */
function closingToo(others: (scene: Scene) => User[]): FaultHook {
  return ({ move }) => ({
    async move(scene, name, act) {
      const wasSelected = scene.user.destination !== null;
      const result = await move(scene, name, act);
      if (wasSelected && scene.user.destination === null)
        for (const user of others(scene))
          Object.assign(user, {
            state: scene.rules.description.routing.initial,
            destination: null,
            ordinal: 0,
          });
      return result;
    },
  });
}

/** The close of such a conversation, in which only employees wrote, leaves the destination selected. */
function selectedAfterReplyAlone(isMeant: (conversation: number) => boolean): FaultHook {
  return ({ move, notify }) => {
    const replied = new WeakMap<User, number>();
    return {
      notify(event) {
        if (event.kind === 'reply') replied.set(event.user, event.user.conversation);
        return notify(event);
      },
      async move(scene, name, act) {
        const { state, destination, ordinal, conversation } = scene.user;
        const result = await move(scene, name, act);
        const isAlone = ordinal === 0 && replied.get(scene.user) === conversation && isMeant(conversation);
        if (destination && scene.user.destination === null && isAlone)
          Object.assign(scene.user, { state, destination });
        return result;
      },
    };
  };
}

/** Whether the routing reports a close: all else that it sends asks for a destination. */
function isClose(event: ServiceEvent): boolean {
  return event.kind === 'routing' && !asksForDestination(event);
}
