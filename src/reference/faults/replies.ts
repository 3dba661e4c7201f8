import type { Description } from '../../description/types.js';
import { HOUR_MS } from '../../duration.js';
import type { ContactPoint, Destination, ServiceEvent, User } from '../conversations/model.js';
import type { DescriptionChange, FaultHook, NamedFault } from './fault.js';
import {
  addressing,
  changing,
  dropReplies,
  haveMessagesWaiting,
  isAddressed,
  isNth,
  keepingLastReplies,
  pointsOf,
  refusedUser,
  silencing,
} from './shared/hooks.js';

/** What happens to employees' replies, including those that wait for an address. */
export const faults: readonly NamedFault[] = [
  {
    name: 'replies-of-later-conversations-untold',
    summary: 'What employees write in a second conversation is not reported',
    kills: ['events/sent-*-again'],
    hook: silencing((event) => event.kind === 'reply' && event.user.conversation > 1),
  },
  {
    name: 'replies-of-signs-untold',
    summary: 'A reply without letters and digits is not reported',
    kills: ['events/unchanged-*'],
    hook: silencing(
      ({ kind, data }) =>
        kind === 'reply' &&
        Object.values(data).some((text) => typeof text === 'string' && !/[\p{L}\p{N}]/u.test(text)),
    ),
  },
  {
    name: 'replies-of-archives-untold',
    summary: 'A reply that links to an archive is not reported',
    kills: ['events/file-types-*'],
    hook: silencing(
      ({ kind, data }) =>
        kind === 'reply' && Object.values(data).some((value) => /^https:.*\.(zip|7z)$/.test(String(value))),
    ),
  },
  {
    name: 'replies-untold-while-messages-wait',
    summary: 'What employees write to a user whose messages wait for a login is not reported',
    kills: ['events/told-while-logged-out'],
    hook: silencing((event) => event.kind === 'reply' && haveMessagesWaiting(event)),
  },
  {
    name: 'replies-second-untold-elsewhere',
    summary: 'At another destination than the first, the second reply of a kind is not reported',
    kills: ['events/told-at-each-destination'],
    hook: ({ notify }) => {
      const replies = new WeakMap<User, string[]>();
      return {
        notify(event) {
          const { kind, name, user, point } = event;
          if (kind !== 'reply') return notify(event);
          const before = replies.get(user) ?? [];
          replies.set(user, [...before, name]);
          const [first] = point.destinations.values();
          const isSecond = before.filter((other) => other === name).length === 1;
          return isSecond && user.destination !== first ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'reply-also-to-last-selected',
    summary: 'A reply is also sent to the user who chose a destination last',
    kills: ['events/**'],
    hook: ({ notify, recipients }) => {
      let last: User | null = null;
      return {
        recipients(user, delivers, all) {
          if (user.destination !== null) last = user;
          return recipients(user, delivers, all);
        },
        notify(event) {
          const copies = notify(event);
          return event.kind !== 'reply' || last === null || last === event.user
            ? copies
            : [...copies, { ...event, user: last }];
        },
      };
    },
  },
  {
    name: 'reply-every-third-lost',
    summary: 'Every third reply is not reported',
    kills: ['events/**', 'storage/reply-*'],
    hook: ({ notify }) => {
      const isThird = isNth(3);
      return { notify: (event) => (event.kind === 'reply' && isThird() ? [] : notify(event)) };
    },
  },
  {
    name: 'reply-file-told-for-messages',
    summary: "A user's message is reported to the gateway as if an employee had sent a file",
    kills: ['events/unasked-*/*'],
    describe: reportedAs(1),
  },
  {
    name: 'reply-told-for-messages',
    summary: "A user's message is reported to the gateway as if an employee had written",
    kills: ['events/unasked-*/*'],
    describe: reportedAs(0),
  },
  {
    name: 'replies-with-zero-untold',
    summary: 'A reply with a number of zero is not reported',
    kills: ['events/details-of-*'],
    hook: silencing(({ kind, data }) => kind === 'reply' && Object.values(data).includes(0)),
  },
  {
    name: 'replies-age-by-newest',
    summary: "A user's kept replies all get the age of the newest one",
    kills: ['storage/reply-older-*'],
    hook: ({ notify }) => ({
      notify(event) {
        for (const slot of event.point.slots.values())
          slot.replies = slot.replies.map((reply) =>
            event.kind === 'reply' && reply.user === event.user ? { ...reply, at: event.at } : reply,
          );
        return notify(event);
      },
    }),
  },
  {
    name: 'replies-expire-early',
    summary: 'Replies are kept for only an hour',
    kills: ['storage/reply-*'],
    hook: () => ({ expired: (ageMs) => ageMs > HOUR_MS }),
  },
  {
    name: 'replies-expire-half-an-hour-early',
    summary: 'Replies are kept for half an hour less than documented',
    kills: ['storage/reply-younger-*'],
    hook: ({ expired }) => ({ expired: (ageMs, limitMs) => expired(ageMs, limitMs - 1_800_000) }),
  },
  {
    name: 'replies-kept-a-day-longer',
    summary: 'Replies are kept for twice the documented time',
    kills: ['storage/reply-*'],
    hook: ({ expired }) => ({ expired: (ageMs, limitMs) => expired(ageMs, limitMs * 2) }),
  },
  {
    name: 'replies-kept-half-an-hour-longer',
    summary: 'Replies are kept for half an hour more than documented',
    kills: ['storage/reply-older-*'],
    hook: ({ expired }) => ({ expired: (ageMs, limitMs) => expired(ageMs, limitMs + 1_800_000) }),
  },
  {
    name: 'replies-kept-forever',
    summary: 'Replies of any age are sent to a new address',
    kills: ['storage/reply-*'],
    hook: () => ({ expired: () => false }),
  },
  {
    name: 'reply-equal-to-message-untold',
    summary: "A reply with the same content as the user's last message is dropped as an echo",
    kills: ['events/repeated-*'],
    hook: silencing(({ kind, user, data }) => {
      const last = user.seen.findLast(({ fromUser }) => fromUser);
      return (
        kind === 'reply' &&
        Object.values(last?.fields ?? {}).some((value) => Object.values(data).includes(value))
      );
    }),
  },
  {
    name: 'reply-of-earlier-conversation-untold',
    summary: 'A reply that equals one in an earlier conversation is not reported',
    kills: ['events/repeated-later-*'],
    hook: ({ notify }) => {
      const sent = new WeakMap<User, [conversation: number, data: string][]>();
      return {
        notify(event) {
          const { kind, user } = event;
          if (kind !== 'reply') return notify(event);
          const before = sent.get(user) ?? [];
          const data = JSON.stringify(event.data);
          sent.set(user, [...before, [user.conversation, data]]);
          const isOld = before.some(([number, other]) => number < user.conversation && other === data);
          return isOld ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'replies-at-most-twenty',
    summary: 'Of the replies made while no address is set, only the last twenty are kept',
    kills: ['storage/reply-kept-many'],
    hook: keepingLastReplies(20),
  },
  {
    name: 'replies-last-only',
    summary: 'Of the replies made while no address is set, only the last one is kept',
    kills: ['storage/reply-*'],
    hook: keepingLastReplies(1),
  },
  {
    name: 'replies-not-kept',
    summary: 'Replies made while no address is set are lost',
    kills: ['storage/reply-*'],
    hook: () => ({ expired: () => true }),
  },
  {
    name: 'replies-to-former-address',
    summary: 'Kept replies go to the address before the new one',
    kills: ['storage/reply-*'],
    hook: ({ address, notify, post }) => {
      const set: string[] = [];
      /** How many addresses had been set when a reply was made. */
      const made = new WeakMap<ServiceEvent, number>();
      return {
        address(previous, next) {
          if (next !== null && next !== set.at(-1)) set.push(next);
          return address(previous, next);
        },
        notify(event) {
          const events = notify(event);
          for (const event of events) made.set(event, set.length);
          return events;
        },
        post(request, event) {
          const good = post(request, event);
          const wasKept = event.kind === 'reply' && (made.get(event) ?? 0) < set.length;
          return { ...good, url: (wasKept && set.at(-2)) || good.url };
        },
      };
    },
  },
  {
    name: 'waiting-replies-at-most-ten',
    summary: 'Only the last ten replies of a contact point that wait for an address are kept',
    kills: ['storage/reply-kept-many'],
    hook: ({ notify }) => ({
      notify(event) {
        if (event.kind === 'reply') dropped(event.point, (_, at, { length }) => at > length - 10);
        return notify(event);
      },
    }),
  },
  {
    name: 'waiting-replies-lost-by-message-after-close',
    summary: 'Replies that wait for an address are lost when the user writes after the close',
    kills: ['storage/reply-kept-through-close-and-message'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { conversation, ordinal } = scene.user;
        const result = await move(scene, name, act);
        if (conversation > 1 && scene.user.ordinal > ordinal) dropReplies(scene.point, scene.user);
        return result;
      },
    }),
  },
  {
    name: 'waiting-replies-like-earlier-ones-lost',
    summary: 'A reply that waits for an address is lost if it equals one that was sent before',
    kills: ['storage/reply-kept-alike-*'],
    hook: ({ notify, post }) => {
      const sent = new WeakMap<User, Set<string>>();
      return {
        post(request, event) {
          if (event.kind === 'reply')
            sent.set(event.user, (sent.get(event.user) ?? new Set()).add(JSON.stringify(event.data)));
          return post(request, event);
        },
        notify(event) {
          const isLike = sent.get(event.user)?.has(JSON.stringify(event.data)) === true;
          return event.kind === 'reply' && !isAddressed(event.point) && isLike ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'waiting-replies-like-kept-ones-lost',
    summary: 'A reply that waits for an address is lost if it equals one that waited and was sent before',
    kills: ['storage/reply-kept-alike-*'],
    hook: ({ notify, post }) => {
      const kept = new Set<string>();
      const sent = new Set<string>();
      const wordsOf = (event: ServiceEvent): string => `${event.user.id} ${JSON.stringify(event.data)}`;
      return {
        post(request, event) {
          if (kept.has(wordsOf(event))) sent.add(wordsOf(event));
          return post(request, event);
        },
        notify(event) {
          if (event.kind !== 'reply' || isAddressed(event.point)) return notify(event);
          if (sent.has(wordsOf(event))) return [];
          kept.add(wordsOf(event));
          return notify(event);
        },
      };
    },
  },
  {
    name: 'waiting-replies-not-for-the-same-address',
    summary: 'Replies that wait for an address are not sent to the one that was taken away',
    kills: ['storage/reply-kept-for-same-address'],
    hook: ({ address, post }) => {
      const former = new Set<string>();
      return {
        address(previous, next) {
          if (previous !== null && next === null) former.add(previous);
          return address(previous, next);
        },
        post(request, event) {
          const good = post(request, event);
          const isGone = event.kind === 'reply' && former.has(good.url);
          return isGone ? { ...good, url: `${good.url}-gone` } : good;
        },
      };
    },
  },
  {
    name: 'waiting-replies-of-equal-words-told-once',
    summary: 'Of equal replies that wait for an address only one is sent, whoever they are for',
    kills: ['storage/reply-kept-equal-*'],
    hook: ({ notify }) => {
      const waiting = new WeakMap<ContactPoint, Set<string>>();
      return {
        notify(event) {
          const { kind, point, data } = event;
          if (kind !== 'reply' || isAddressed(point)) return notify(event);
          const words = JSON.stringify(data);
          const before = waiting.get(point) ?? new Set();
          waiting.set(point, new Set(before).add(words));
          return before.has(words) ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'waiting-replies-lost-by-close',
    summary: 'Replies that wait for an address are lost when their conversation is closed',
    kills: ['storage/reply-kept-through-close'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { conversation } = scene.user;
        const result = await move(scene, name, act);
        if (scene.user.conversation !== conversation) dropReplies(scene.point, scene.user);
        return result;
      },
    }),
  },
  {
    name: 'waiting-replies-lost-by-message',
    summary: 'Replies that wait for an address are lost when their user writes',
    kills: ['storage/reply-kept-through-message-and-refusal'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const result = await move(scene, name, act);
        if (scene.rules.description.operations[name]?.kind === 'message')
          dropReplies(scene.point, scene.user);
        return result;
      },
    }),
  },
  {
    name: 'waiting-replies-lost-by-refused-address',
    summary: 'Replies that wait for an address are lost when an invalid address is refused',
    kills: ['storage/reply-kept-through-message-and-refusal'],
    hook: ({ row }) => ({
      row(due, call) {
        const isInvalid = due.message.includes('$url');
        if (isInvalid && call.account) dropped(call.account.point, () => false);
        return row(due, call);
      },
    }),
  },
  {
    name: 'waiting-replies-lost-by-log-out',
    summary: 'Replies that wait for an address are lost when their employees log out',
    kills: ['storage/reply-kept-through-log-out'],
    hook: ({ loggedOut, notify }) => {
      const points = new WeakMap<User, ContactPoint>();
      return {
        loggedOut(destination, users) {
          const all = [...users];
          loggedOut(destination, all);
          for (const user of all) {
            const point = points.get(user);
            if (point && user.destination === destination) dropReplies(point, user);
          }
        },
        notify(event) {
          if (event.kind === 'reply') points.set(event.user, event.point);
          return notify(event);
        },
      };
    },
  },
  {
    name: 'replies-kept-for-two-users',
    summary: 'Replies to more than two users are not kept while no address is set',
    kills: ['storage/reply-kept-whatever-before'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const moved = await move(scene, name, act);
        dropped(scene.point, ({ user }, _at, all) => {
          const [first, second] = new Set(all.map((reply) => reply.user));
          return user === first || user === second;
        });
        return moved;
      },
    }),
  },
  {
    name: 'replies-of-later-conversations-never-old',
    summary: 'Replies kept in a later conversation are sent however old they are',
    kills: ['storage/reply-later-older-*'],
    hook: ({ expired, notify }) => {
      const later = new WeakSet<ContactPoint>();
      let point: ContactPoint | null = null;
      return {
        notify(event) {
          if (event.kind !== 'reply') return notify(event);
          point = event.point;
          if (event.user.conversation > 1) later.add(point);
          return notify(event);
        },
        expired: (age, limit) => expired(age, limit) && !(point !== null && later.has(point)),
      };
    },
  },
  {
    name: 'replies-of-later-conversations-lost-by-close',
    summary: 'Replies kept in a later conversation are lost when it is closed',
    kills: ['storage/reply-later-younger-*'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, point } = scene;
        const { conversation } = user;
        const moved = await move(scene, name, act);
        if (conversation > 1 && user.conversation !== conversation) dropReplies(point, user);
        return moved;
      },
    }),
  },
  {
    name: 'early-reply-selects',
    summary: 'A reply to a user without a destination selects the one whose employee wrote it',
    kills: ['routing/after-replies-without-destination/*'],
    hook: toAnybody((user, destination, { routing }) => {
      const select = Object.values(routing.transitions).find(({ on }) => on === 'select');
      Object.assign(user, { destination, state: select?.to });
    }),
  },
  {
    name: 'early-reply-begins-conversation',
    summary: 'After a reply to a user without a destination, the next message counts as the first',
    kills: ['routing/after-replies-without-destination/*'],
    hook: toAnybody((user) => {
      user.ordinal = 0;
    }),
  },
  {
    name: 'early-reply-drops-kept',
    summary: 'A reply to a user without a destination drops the messages that wait for the selection',
    kills: ['storage/kept-through-replies-without-destination'],
    hook: toAnybody((user) => {
      user.kept = [];
    }),
  },
  {
    name: 'early-reply-untold',
    summary: 'Replies to users without a destination are not reported',
    kills: ['storage/kept-through-replies-without-destination'],
    hook: ({ notify }) => ({
      writers: anybody,
      notify: (event) => (event.kind === 'reply' && event.user.destination === null ? [] : notify(event)),
    }),
  },
  {
    name: 'kept-replies-cut-at-500',
    summary: 'A reply that waits for an address is cut to 500 characters',
    kills: ['storage/reply-kept-long-TextMessage'],
    hook: (good) =>
      addressing(good, ({ slots }) => {
        for (const slot of slots.values())
          slot.replies = slot.replies.map((reply) => ({
            ...reply,
            data: Object.fromEntries(
              Object.entries(reply.data).map(([name, value]) => [
                name,
                typeof value === 'string' ? value.slice(0, 500) : value,
              ]),
            ),
          }));
      }),
  },
  {
    name: 'reply-to-address-of-other-contact-point',
    summary:
      'A reply without an address also goes to that of another contact point where the same user has written',
    kills: ['storage/reply-kept-from-other-address'],
    hook: ({ authenticate, notify }) => {
      let points: ContactPoint[] = [];
      return {
        authenticate(key, call, accounts) {
          points = pointsOf(accounts);
          return authenticate(key, call, accounts);
        },
        notify(event) {
          const other = points.find(
            (point) => point !== event.point && isAddressed(point) && point.users.has(event.user.id),
          );
          const strays = event.kind === 'reply' && !isAddressed(event.point) && other;
          return strays ? [...notify(event), { ...event, point: other }] : notify(event);
        },
      };
    },
  },
  {
    name: 'waiting-replies-lost-by-close-elsewhere',
    summary: 'A close at one contact point drops what waits for an address for the same user at another',
    kills: ['storage/reply-kept-through-close-elsewhere'],
    hook: ({ authenticate, move }) => {
      let points: ContactPoint[] = [];
      return {
        authenticate(key, call, accounts) {
          points = pointsOf(accounts);
          return authenticate(key, call, accounts);
        },
        async move(scene, name, act) {
          const { user, point } = scene;
          const { conversation } = user;
          const result = await move(scene, name, act);
          if (user.conversation !== conversation)
            for (const other of points)
              for (const twin of other === point ? [] : other.users.values())
                if (twin.id === user.id) dropReplies(other, twin);
          return result;
        },
      };
    },
  },
  {
    name: 'waiting-replies-of-last-conversation-only',
    summary: 'A reply of a next conversation takes the place of those that still wait of the one before',
    kills: ['storage/reply-kept-of-two-conversations'],
    hook: ({ move }) => {
      const last = new WeakMap<User, number>();
      return {
        move: (scene, name, act) =>
          move(scene, name, () => {
            const { user, point, rules } = scene;
            const isReply = rules.eventCausedBy(name)?.closes === false;
            if (isReply && (last.get(user) ?? user.conversation) !== user.conversation)
              dropReplies(point, user);
            if (isReply) last.set(user, user.conversation);
            return act();
          }),
      };
    },
  },
  {
    name: 'waiting-replies-of-last-destination-only',
    summary: 'A reply takes the place of those that still wait of another destination',
    kills: ['storage/reply-kept-of-two-destinations'],
    hook: ({ move }) => {
      const last = new WeakMap<User, Destination | null>();
      return {
        move: (scene, name, act) =>
          move(scene, name, () => {
            const { user, point, rules } = scene;
            if (rules.eventCausedBy(name)?.closes !== false) return act();
            if ((last.get(user) ?? user.destination) !== user.destination) dropReplies(point, user);
            last.set(user, user.destination);
            return act();
          }),
      };
    },
  },
  {
    name: 'waiting-replies-lost-by-refused-message',
    summary: 'A refused message drops what waits for an address for its user',
    kills: ['storage/reply-kept-through-refusals'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'message');
        if (refused) dropReplies(refused.point, refused.user);
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'reply-link-of-same-file-name',
    summary: 'A file has the link of the last one of its name that was sent to the user',
    kills: ['events/nearly-repeated-FileMessage'],
    hook: ({ notify }) => {
      const links = new Map<string, [field: string, link: unknown]>();
      return {
        notify(event) {
          const fields = Object.entries(event.data);
          const link = fields.find(([, value]) => typeof value === 'string' && value.startsWith('https://'));
          if (event.kind !== 'reply' || !link) return notify(event);
          const others = fields.filter((field) => field !== link);
          const key = JSON.stringify([event.user.id, others]);
          const [field, known] = links.get(key) ?? link;
          links.set(key, [field, known]);
          return notify({ ...event, data: { ...event.data, [field]: known } });
        },
      };
    },
  },
  {
    name: 'replies-like-beginnings-untold',
    summary: 'A reply that is the beginning of the one before is not reported',
    kills: ['events/nearly-repeated-*'],
    hook: ({ notify }) => {
      const last = new WeakMap<User, string>();
      return {
        notify(event) {
          if (event.kind !== 'reply') return notify(event);
          const words = String(Object.values(event.data)[0]);
          const before = last.get(event.user);
          last.set(event.user, words);
          return before !== undefined && before !== words && before.startsWith(words) ? [] : notify(event);
        },
      };
    },
  },
];

/** Employees of the first destination can write to users who have none, and then something happens to these. */
function toAnybody(
  happens: (user: User, destination: Destination, description: Description) => unknown,
): FaultHook {
  return ({ move }) => ({
    writers: anybody,
    async move(scene, name, act) {
      const { user, point, rules } = scene;
      const moved = await move(scene, name, act);
      const isReply = rules.eventCausedBy(name)?.closes === false;
      const writer = anybody(user, point.destinations);
      if (isReply && user.destination === null && writer) happens(user, writer, rules.description);
      return moved;
    },
  });
}

function anybody(user: User, all: ReadonlyMap<string, Destination>): Destination | null {
  return user.destination ?? [...all.values()][0] ?? null;
}

/** A user's message that reaches employees is reported by an event about employees: the first such event, or the next. */
function reportedAs(place: 0 | 1): DescriptionChange {
  return changing('message', (step, { events }) => {
    const replies = Object.keys(events).filter((name) => (events[name]?.carries ?? []).length > 0);
    if (step.delivers) step.sends = { event: replies[place] ?? '' };
  });
}

type Waiting = ContactPoint['slots'] extends Map<string, infer Slot> ? Slot : never;

function dropped(
  point: ContactPoint,
  stays: (reply: Waiting['replies'][number], at: number, all: Waiting['replies']) => boolean,
): void {
  for (const slot of point.slots.values()) if (slot.url === null) slot.replies = slot.replies.filter(stays);
}
