import { deliver } from '../conversations/conversation.js';
import type { Message, User } from '../conversations/model.js';
import type { Scene } from '../service-context.js';
import type { NamedFault } from './fault.js';
import { asksForDestination } from './shared/hooks.js';
import {
  around,
  kindOf,
  losingByClose,
  overwriting,
  PAUSE_MS,
  pause,
  silentWhileBusy,
  UnderWay,
  withoutTrace,
  writingAtOnce,
} from './shared/overlaps.js';

/** What goes wrong only when two moves of a user overlap. */
export const faults: readonly NamedFault[] = [
  {
    name: 'race-asked-twice',
    summary: 'Two simultaneous first messages both count as the first',
    kills: ['concurrency/*'],
    sockets: true,
    hook: overwriting('message', ['ordinal']),
  },
  {
    name: 'race-card-in-two-parts',
    summary: 'Two selections at once leave the name of one and the attributes of the other',
    kills: ['concurrency/kept-card-of-selections'],
    sockets: true,
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const isFirst = kindOf(scene, name) === 'select' && user.destination === null;
        const result = await move(scene, name, act);
        const [field] = Object.entries(user.card);
        if (!isFirst || !field) return result;
        await pause(scene);
        user.card = { ...user.card, [field[0]]: field[1] };
        return result;
      },
    }),
  },
  {
    name: 'race-close-in-two-parts',
    summary: 'A close ends the conversation and later removes the destination, even one selected in between',
    kills: ['concurrency/*'],
    sockets: true,
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const done = await move(scene, name, act);
        if (kindOf(scene, name) !== 'close') return done;
        await pause(scene);
        scene.user.destination = null;
        return done;
      },
    }),
  },
  {
    name: 'race-third-message-lost',
    summary: 'Of three or more simultaneous messages of a user only two are stored',
    kills: ['concurrency/first-messages', 'concurrency/selected-messages'],
    sockets: true,
    hook: writingAtOnce(({ user }, nth, write) => (nth > 2 ? withoutTrace(user, write) : write())),
  },
  {
    name: 'race-fourth-message-fails',
    summary: 'Of many simultaneous messages of a user, those beyond the third are answered 500',
    kills: ['concurrency/first-crowd', 'concurrency/kept-crowd'],
    sockets: true,
    hook: writingAtOnce((_scene, nth, write) => {
      if (nth > 3) throw new Error('This is one too many.');
      return write();
    }),
  },
  {
    name: 'race-details-of-first-message',
    summary:
      'Of two simultaneous messages of a user both get the details of the first, beside their own content',
    kills: ['concurrency/details-of-messages/*'],
    sockets: true,
    hook: ({ move, store }) => {
      const writing = new UnderWay();
      const details = new WeakMap<User, Message['fields']>();
      let here: Scene | null = null;
      return {
        move: around(move, 'message', async (scene, write) => {
          const { user } = scene;
          writing.begin(user);
          await pause(scene);
          here = scene;
          const result = await write();
          here = null;
          if (writing.end(user) === 0) details.delete(user);
          return result;
        }),
        store(message) {
          const stored = store(message);
          if (!here) return stored;
          const shared = details.get(here.user);
          if (!shared) {
            details.set(here.user, stored.fields);
            return stored;
          }
          const [content = ''] = Object.keys(stored.fields);
          return { ...stored, fields: { ...stored.fields, ...shared, [content]: stored.fields[content] } };
        },
      };
    },
  },
  {
    name: 'race-lost-at-other-contact-point',
    summary: 'A message is lost while one of the same user is under way at another contact point',
    kills: ['concurrency/at-contact-points/*'],
    sockets: true,
    hook: ({ move }) => {
      const writing = new Map<string, Set<User>>();
      return {
        move: around(move, 'message', async (scene, write) => {
          const { user } = scene;
          const same = writing.get(user.id) ?? new Set();
          writing.set(user.id, same);
          const isSecond = [...same].some((each) => each !== user);
          same.add(user);
          await pause(scene);
          const result = await (isSecond ? withoutTrace(user, write) : write());
          same.delete(user);
          return result;
        }),
      };
    },
  },
  {
    name: 'race-unasked-in-later-conversation',
    summary: 'Two simultaneous messages after a close ask for no destination',
    kills: ['concurrency/closed-*'],
    sockets: true,
    hook: ({ move, notify }) => {
      const writing = new UnderWay();
      const together = new WeakSet<User>();
      return {
        move: around(move, 'message', async (scene, write) => {
          const { user } = scene;
          writing.begin(user);
          await pause(scene);
          if (writing.count(user) > 1) together.add(user);
          const result = await write();
          if (writing.end(user) === 0) together.delete(user);
          return result;
        }),
        notify: (event) =>
          asksForDestination(event) && event.user.conversation > 1 && together.has(event.user)
            ? []
            : notify(event),
      };
    },
  },
  {
    name: 'race-kept-delivered-twice',
    summary: 'Two simultaneous selections both deliver the waiting messages',
    kills: ['concurrency/*'],
    sockets: true,
    hook: overwriting('select', ['kept', 'state', 'destination']),
  },
  {
    name: 'race-kept-overwritten',
    summary: 'Of two messages kept at the same time one is lost',
    kills: ['concurrency/*'],
    sockets: true,
    hook: overwriting('message', ['kept']),
  },
  {
    name: 'race-message-delivered-twice',
    summary: 'A kept message is delivered once more if a destination is selected before it is answered',
    kills: ['concurrency/*'],
    sockets: true,
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const done = await move(scene, name, act);
        if (kindOf(scene, name) !== 'message' || user.destination) return done;
        const message: Message | undefined = user.kept.at(-1);
        await pause(scene);
        if (message && user.destination) deliver(scene, message, user.destination);
        return done;
      },
    }),
  },
  {
    name: 'race-message-lost-by-close',
    summary: 'A message that overlaps a close is lost',
    kills: ['concurrency/*'],
    sockets: true,
    hook: losingByClose('message'),
  },
  {
    name: 'race-message-lost-by-selection',
    summary: 'A message that is kept while a selection is under way is lost',
    kills: ['concurrency/*'],
    sockets: true,
    hook: overwriting('select', ['kept']),
  },
  {
    name: 'race-lost-by-login',
    summary: 'A message that overlaps the login of the employees whom it is for is lost',
    kills: ['storage/written-during-login'],
    sockets: true,
    hook: ({ move }) => ({
      move: around(move, 'message', async (scene, write) => {
        const { user } = scene;
        const to = user.destination;
        const wasAway = to?.online === false;
        if (wasAway) await pause(scene);
        return wasAway && to.online ? withoutTrace(user, write) : write();
      }),
    }),
  },
  {
    name: 'race-one-id',
    summary: 'Two simultaneous messages of a user get the same id',
    kills: ['concurrency/*'],
    sockets: true,
    hook: ({ move, messageId }) => {
      const next = new WeakMap<User, string>();
      let taken: string | null = null;
      return {
        move: around(move, 'message', async (scene, write) => {
          const { user, context } = scene;
          const id = next.get(user) ?? context.random.uuid();
          next.set(user, id);
          await pause(scene);
          next.set(user, context.random.uuid());
          taken = id;
          return write();
        }),
        messageId: (fresh) => messageId(taken ?? fresh),
      };
    },
  },
  {
    name: 'race-reply-lost-by-address',
    summary: 'While the address is set again there is briefly none, and a reply at that moment is lost',
    kills: ['concurrency/*'],
    sockets: true,
    hook: ({ address, notify }) => {
      let until = 0;
      return {
        address(previous, next) {
          if (previous !== null && next !== null) until = Date.now() + PAUSE_MS;
          return address(previous, next);
        },
        notify: (event) => (event.kind === 'reply' && Date.now() < until ? [] : notify(event)),
      };
    },
  },
  {
    name: 'race-reply-lost-by-first-address',
    summary: 'A reply at about the moment when the first address is set is lost',
    kills: ['concurrency/*-with-first-address'],
    sockets: true,
    hook: ({ address, expired, notify }) => {
      let until = 0;
      return {
        address(previous, next) {
          if (previous === null && next !== null) until = Date.now() + PAUSE_MS;
          return address(previous, next);
        },
        expired: (ageMs, limitMs) => ageMs < PAUSE_MS || expired(ageMs, limitMs),
        notify: (event) => (event.kind === 'reply' && Date.now() < until ? [] : notify(event)),
      };
    },
  },
  {
    name: 'race-reply-lost-by-close',
    summary: 'A reply that overlaps a close is lost',
    kills: ['concurrency/*'],
    sockets: true,
    hook: losingByClose('reply'),
  },
  {
    name: 'race-reply-lost-by-reply',
    summary: 'Of two simultaneous replies to a user one is not reported',
    kills: ['concurrency/*'],
    sockets: true,
    hook: silentWhileBusy(['reply'], 'reply'),
  },
  {
    name: 'race-reply-lost-by-message',
    summary: 'A reply that overlaps a message of its user is not reported',
    kills: ['concurrency/*'],
    sockets: true,
    hook: silentWhileBusy(['message'], 'reply'),
  },
  {
    name: 'race-selection-at-first-destination',
    summary: 'A selection that overlaps a message lands at the first destination, whichever it names',
    kills: ['concurrency/*'],
    sockets: true,
    hook: ({ move }) => {
      const writing = new UnderWay();
      return {
        async move(scene, name, act) {
          const { user, point } = scene;
          const kind = kindOf(scene, name);
          if (kind === 'message') {
            writing.begin(user);
            await pause(scene);
            writing.end(user);
          }
          const isBeside = writing.count(user) > 0;
          const result = await move(scene, name, act);
          const [first] = point.destinations.values();
          if (kind !== 'select' || !isBeside || !first) return result;
          const { destination } = user;
          user.destination = first;
          user.seen = user.seen.map((message) =>
            message.destinationId === destination?.id ? { ...message, destinationId: first.id } : message,
          );
          return result;
        },
      };
    },
  },
  {
    name: 'race-selection-undone-by-message',
    summary: 'A message that overlaps a selection undoes it',
    kills: ['concurrency/*'],
    sockets: true,
    hook: overwriting('message', ['state', 'destination']),
  },
];
