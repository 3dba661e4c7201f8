import type { ServiceEvent, User } from '../conversations/model.js';
import type { FaultHook, NamedFault } from './fault.js';
import { mapTexts } from './shared/alterations.js';
import { dropReplies, isAddressed, silencing } from './shared/hooks.js';
import { isHourAfter, moveHistory, type PastMove, silencingAfter } from './shared/move-history.js';

/** What goes wrong with replies of later conversations, at other destinations, or while no address is set. */
export const faults: readonly NamedFault[] = [
  {
    name: 'waiting-replies-dropped-at-next-selection',
    summary: 'A selection drops the replies to the user that wait for an address',
    kills: ['storage/reply-kept-through-next-conversation'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const result = await move(scene, name, act);
        if (name === 'select') dropReplies(scene.point, scene.user);
        return result;
      },
    }),
  },
  {
    name: 'waiting-replies-of-ten-users',
    summary: 'Replies that wait for an address are kept for the first ten users of a contact point alone',
    kills: ['storage/reply-kept-of-many-users'],
    hook: silencing(({ kind, point, user }) => {
      const waiting = [...point.slots.values()].flatMap(({ replies }) => replies.map((reply) => reply.user));
      const users = new Set(waiting);
      return kind === 'reply' && !isAddressed(point) && !users.has(user) && users.size >= 10;
    }),
  },
  {
    name: 'waiting-replies-hold-up-elsewhere',
    summary:
      'While replies to a user wait for an address, one with the same id gets no events at another contact point',
    kills: ['events/told-beside-kept-replies'],
    hook: ({ notify }) => {
      const waiting = new Map<string, ServiceEvent>();
      return {
        notify(event) {
          const { kind, user, point } = event;
          if (kind === 'reply' && !isAddressed(point)) waiting.set(user.id, event);
          const other = waiting.get(user.id);
          const isHeldUp = other !== undefined && other.point !== point && !isAddressed(other.point);
          return isHeldUp ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'waiting-replies-dropped-at-removal',
    summary: 'A removal of the address that is not set drops the replies to a user that wait for one',
    kills: ['storage/reply-kept-through-removal-of-no-address'],
    hook: ({ address, notify }) => {
      let last: ServiceEvent | null = null;
      return {
        notify(event) {
          if (event.kind === 'reply' && !isAddressed(event.point)) last = event;
          return notify(event);
        },
        address(previous, next) {
          if (previous === null && next === null && last) dropReplies(last.point, last.user);
          return address(previous, next);
        },
      };
    },
  },
  {
    name: 'later-replies-shown-to-former',
    summary: 'Employees who had the user before see the replies of a later conversation elsewhere',
    kills: ['employee/former-destination-of-replies'],
    hook: afterReply((user, before, moves) => {
      const former = moves.findLast(({ kind }) => kind === 'close')?.before;
      if (former != null && former !== user.destination?.id)
        user.seen.push(...user.seen.slice(before).map((message) => ({ ...message, destinationId: former })));
    }),
  },
  {
    name: 'replies-of-logged-out-unseen',
    summary: 'What employees write while they are logged out is sent and nowhere shown',
    kills: ['storage/replies-while-logged-out'],
    // Else nothing would show that inboxes hold replies at all.
    stimuli: ['storage/history-of-replies'],
    hook: afterReply((user, before) => {
      if (user.destination?.online === false) user.seen = user.seen.slice(0, before);
    }),
  },
  {
    name: 'waiting-replies-dropped-at-selection-elsewhere',
    summary: 'The selection of another destination than before drops the replies that wait for an address',
    kills: ['storage/reply-kept-through-conversation-elsewhere'],
    hook: ({ move }) => {
      const last = new WeakMap<User, string>();
      return {
        async move(scene, name, act) {
          const result = await move(scene, name, act);
          const { user, point } = scene;
          if (!user.destination) return result;
          const { id } = user.destination;
          if ((last.get(user) ?? id) !== id) dropReplies(point, user);
          last.set(user, id);
          return result;
        },
      };
    },
  },
  {
    name: 'waiting-replies-dropped-at-message-of-second-kind',
    summary: 'Replies that wait for an address are lost when their user sends a message of the second kind',
    kills: ['storage/reply-kept-through-messages'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const result = await move(scene, name, act);
        const [, second] = Object.entries(scene.rules.description.operations).filter(
          ([, { kind }]) => kind === 'message',
        );
        if (name === second?.[0]) dropReplies(scene.point, scene.user);
        return result;
      },
    }),
  },
  {
    name: 'replies-to-unwritten-dropped-after-hour',
    summary: 'Replies to a user who has written nothing are not sent an hour after the selection',
    kills: ['events/told-unwritten-after-*'],
    hook: silencingAfter(
      ({ kind }, moves) =>
        kind === 'reply' && isHourAfter(moves, 'select') && moves.every((each) => each.kind !== 'message'),
    ),
  },
  {
    name: 'waiting-replies-compacted-after-hour',
    summary:
      'Of the replies to a user that wait for an address those an hour older than the last one are dropped',
    kills: ['storage/reply-kept-apart-*'],
    hook: (good) => {
      const { move, of } = moveHistory(good);
      return {
        async move(scene, name, act) {
          const { user, point } = scene;
          const result = await move(scene, name, act);
          const moves = of(user);
          if (moves.at(-1)?.kind !== 'reply' || !isHourAfter(moves, 'reply')) return result;
          for (const slot of point.slots.values()) {
            const last = slot.replies.findLast((reply) => reply.user === user);
            slot.replies = slot.replies.filter((reply) => reply.user !== user || reply === last);
          }
          return result;
        },
      };
    },
  },
  {
    name: 'waiting-replies-sent-without-query',
    summary: 'Replies that waited for an address go to it without its query',
    kills: ['storage/reply-kept-whatever-before'],
    hook: ({ expired, notify, post }) => {
      let isWaiting = false;
      return {
        expired(ageMs, limitMs) {
          isWaiting = true;
          return expired(ageMs, limitMs);
        },
        notify(event) {
          isWaiting = false;
          return notify(event);
        },
        post(request, event) {
          const made = post(request, event);
          return isWaiting && event.kind === 'reply' ? { ...made, url: made.url.replace(/\?.*$/, '') } : made;
        },
      };
    },
  },
  {
    name: 'replies-of-other-kind-untold-elsewhere',
    summary:
      'The first reply at another destination is not reported if it is of another kind than the last one',
    kills: ['events/told-elsewhere-again'],
    hook: silencingAfter(({ kind }, moves) => kind === 'reply' && isFirstOfOtherKind(moves)),
  },
  {
    name: 'reply-links-later-without-fragment',
    summary: "Employees' links lose their fragment in later conversations",
    kills: ['events/told-elsewhere-again'],
    hook: altering(
      ({ user }) => user.conversation > 1,
      (text) => (/^https?:/i.test(text) ? text.replace(/#.*$/s, '') : text),
    ),
  },
  {
    name: 'kept-reply-links-without-fragment',
    summary: 'Links in replies that wait for an address lose their fragment',
    kills: ['storage/reply-kept-mixed'],
    hook: altering(isUnaddressed, (text) => (/^https?:/i.test(text) ? text.replace(/#.*$/s, '') : text)),
  },
  {
    name: 'kept-reply-texts-of-one-line',
    summary: 'Texts of replies that wait for an address have spaces instead of line breaks',
    kills: ['storage/reply-kept-mixed'],
    hook: altering(isUnaddressed, (text) => text.replace(/\n/g, ' ')),
  },
  {
    name: 'kept-replies-equal-dropped',
    summary: 'Of equal replies to a user that wait for an address only one is kept',
    kills: ['storage/reply-kept-mixed'],
    hook: ({ notify }) => {
      const kept = new WeakMap<User, Set<string>>();
      return {
        notify(event) {
          if (event.kind !== 'reply' || !isUnaddressed(event)) return notify(event);
          const known = kept.get(event.user) ?? new Set();
          kept.set(event.user, known);
          const content = JSON.stringify(event.data);
          if (known.has(content)) return [];
          known.add(content);
          return notify(event);
        },
      };
    },
  },
  {
    name: 'reply-like-other-kind-untold',
    summary: 'A reply with the content of an earlier one of another kind is not reported',
    kills: ['events/several-replies'],
    hook: ({ notify }) => {
      const sent = new WeakMap<User, Map<unknown, string>>();
      return {
        notify(event) {
          if (event.kind !== 'reply') return notify(event);
          const known = sent.get(event.user) ?? new Map<unknown, string>();
          sent.set(event.user, known);
          const values = Object.values(event.data);
          const isKnown = values.some((value) => (known.get(value) ?? event.name) !== event.name);
          for (const value of values) known.set(value, event.name);
          return isKnown ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'kept-replies-hidden',
    summary: 'Of several replies that wait for an address employees see the first',
    kills: ['storage/history-of-kept-replies'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const before = user.seen.length;
        const moved = await move(scene, name, act);
        const isSecond = user.seen.slice(0, before).some(({ fromUser }) => !fromUser);
        if (!isAddressed(scene.point) && isSecond && user.seen[before]?.fromUser === false)
          user.seen.length = before;
        return moved;
      },
    }),
  },
  {
    name: 'kept-replies-later-lost',
    summary: 'Replies of a second conversation are lost while no address is set',
    kills: ['storage/reply-kept-elsewhere'],
    hook: silencing((event) => event.kind === 'reply' && isUnaddressed(event) && event.user.conversation > 1),
  },
  {
    name: 'kept-replies-logged-out-lost',
    summary: 'Replies of employees who have logged out are lost while no address is set',
    kills: ['storage/reply-kept-while-logged-out'],
    hook: silencing(
      (event) => event.kind === 'reply' && isUnaddressed(event) && event.user.destination?.online === false,
    ),
  },
  {
    name: 'waiting-replies-dropped-at-second-selection',
    summary: 'A selection of another destination drops the replies to the user that wait for an address',
    kills: ['storage/reply-kept-through-selected-again'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const before = user.destination;
        const result = await move(scene, name, act);
        if (before !== null && user.destination !== null && user.destination !== before)
          dropReplies(scene.point, scene.user);
        return result;
      },
    }),
  },
  {
    name: 'kept-replies-elsewhere-lost',
    summary: 'Replies at any destination but the first are lost while no address is set',
    kills: ['storage/reply-kept-elsewhere'],
    hook: silencing((event) => {
      const [first] = event.point.destinations.values();
      return event.kind === 'reply' && isUnaddressed(event) && event.user.destination !== first;
    }),
  },
  {
    name: 'delivery-after-login-untold-later',
    summary: 'No event reports the delivery of a message that waited for a login in a later conversation',
    kills: ['events/told-after-log-out'],
    hook: ({ notify, loggedOut, ...good }) => {
      const { move, of } = moveHistory(good);
      const wereOut = new WeakMap<User, readonly PastMove[]>();
      return {
        move,
        loggedOut(destination, users) {
          const all = [...users];
          for (const user of all) if (user.destination === destination) wereOut.set(user, of(user));
          loggedOut(destination, all);
        },
        notify(event) {
          const { user } = event;
          const waited = wereOut.get(user) !== undefined && user.destination?.waiting.length === 0;
          const isBack = waited && user.destination?.online === true && user.conversation > 1;
          return event.kind === 'delivery' && isBack ? [] : notify(event);
        },
      };
    },
  },
];

/** What happens to a user after each reply; `before`: how many messages employees could see until then. */
function afterReply(change: (user: User, before: number, moves: readonly PastMove[]) => void): FaultHook {
  return (good) => {
    const { move, of } = moveHistory(good);
    return {
      async move(scene, name, act) {
        const { user } = scene;
        const before = user.seen.length;
        const result = await move(scene, name, act);
        const moves = of(user);
        if (moves.at(-1)?.kind === 'reply') change(user, before, moves);
        return result;
      },
    };
  };
}

/** Nothing but the selection came between the close and this reply, which is of another kind than the last one before. */
function isFirstOfOtherKind(moves: readonly PastMove[]): boolean {
  const reply = moves.at(-1);
  const former = moves.slice(0, -1).findLast(({ kind }) => kind === 'reply');
  return (
    reply !== undefined &&
    former !== undefined &&
    former.conversation < reply.conversation &&
    former.before !== reply.before &&
    former.name !== reply.name
  );
}

function isUnaddressed({ point }: ServiceEvent): boolean {
  return !isAddressed(point);
}

/** Texts of such replies are changed on their way. */
function altering(is: (event: ServiceEvent) => boolean, change: (text: string) => string): FaultHook {
  return ({ notify }) => ({
    notify: (event) =>
      notify(event.kind === 'reply' && is(event) ? { ...event, data: mapTexts(event.data, change) } : event),
  });
}
