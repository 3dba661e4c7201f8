import { groupBy } from '../../group-by.js';
import type { SeenMessage, User } from '../conversations/model.js';
import type { FaultHook, NamedFault } from './fault.js';
import { mapFields } from './shared/alterations.js';
import { conversations, isNth } from './shared/hooks.js';

/** Who gets messages, logged in or not, and what employees see of the past. */
export const faults: readonly NamedFault[] = [
  {
    name: 'history-of-others-latest-alone',
    summary: 'Of the conversations that other destinations had, employees see only the latest',
    kills: ['storage/history-elsewhere-of-several'],
    hook: ({ visible, ...good }) => {
      const { conversationOf, ...hooks } = conversations(good);
      return {
        ...hooks,
        visible(seen, destinationId) {
          const latest = Math.max(...seen.map(({ id }) => conversationOf(id) ?? 0));
          return visible(seen, destinationId).filter(
            (message) =>
              message.destinationId === destinationId || (conversationOf(message.id) ?? latest) >= latest - 1,
          );
        },
      };
    },
  },
  {
    name: 'delivered-everywhere',
    summary: 'Messages to one destination reach the employees of all',
    kills: ['employee/no-other-destination/*'],
    hook: ({ recipients }) => ({
      recipients: (user, delivers, all) =>
        recipients(user, delivers, all).length > 0 ? [...all.values()] : [],
    }),
  },
  {
    name: 'earlier-conversations-hidden',
    summary: 'Employees see only the last message',
    kills: ['storage/earlier-conversations/*'],
    hook: shownOf((shown) => shown.slice(-1)),
  },
  {
    name: 'history-of-four-messages',
    summary: "Employees see only the user's last four messages",
    kills: ['storage/history-of-third'],
    hook: shownOf((shown) => shown.slice(-4)),
  },
  {
    name: 'history-of-eight-conversations',
    summary: "Employees see only the user's last eight conversations",
    kills: ['storage/history-of-many'],
    hook: shownByConversation((conversations) => conversations.slice(-8)),
  },
  {
    name: 'history-of-fifty-messages',
    summary: 'Employees see only the last fifty messages of an earlier conversation',
    kills: ['storage/history-of-long'],
    hook: shownByConversation((conversations) =>
      conversations.map((messages, at) => (at === conversations.length - 1 ? messages : messages.slice(-50))),
    ),
  },
  {
    name: 'history-of-replies-alone-lost',
    summary: 'Employees see nothing of earlier conversations in which the user did not write',
    kills: ['storage/history-of-replies-alone'],
    hook: shownByConversation((conversations) =>
      conversations.filter(
        (messages, at) => at === conversations.length - 1 || messages.some(({ fromUser }) => fromUser),
      ),
    ),
  },
  {
    name: 'history-ends-at-empty-conversation',
    summary: 'Employees see nothing of what came before a conversation without any message',
    kills: ['storage/history-beyond-empty-conversation'],
    hook: shownByConversation((conversations, numbers) =>
      conversations.filter((_, at) => {
        const [number = 0, last = 0] = [numbers[at], numbers.at(-1)];
        // Those after it follow each other without a gap.
        return last - number === numbers.length - 1 - at;
      }),
    ),
  },
  {
    name: 'history-of-own-destination',
    summary: 'Employees see nothing of conversations with another destination',
    kills: ['storage/history-elsewhere'],
    hook: shownOf((shown, destinationId) =>
      shown.filter((seenMessage) => destinationId === null || seenMessage.destinationId === destinationId),
    ),
  },
  {
    name: 'history-of-one-message-hidden-elsewhere',
    summary: 'Employees see nothing of a conversation with another destination that has a single message',
    kills: ['storage/history-elsewhere-of-one/*'],
    hook: shownOf((shown, destinationId) =>
      shown.filter(
        (message) =>
          destinationId === null ||
          message.destinationId === destinationId ||
          shown.filter((other) => other.destinationId === message.destinationId).length > 1,
      ),
    ),
  },
  {
    name: 'history-elsewhere-of-thirty-messages',
    summary: 'Employees see no more than the last thirty messages that another destination had',
    kills: ['storage/history-elsewhere-of-long'],
    hook: shownOf((shown, destinationId) => {
      const others = shown.filter(
        (message) => destinationId !== null && message.destinationId !== destinationId,
      );
      const hidden = new Set(others.slice(0, -30));
      return shown.filter((message) => !hidden.has(message));
    }),
  },
  {
    name: 'opening-replies-hidden-elsewhere',
    summary: 'Employees do not see what those of another destination wrote before the user did',
    kills: ['storage/history-elsewhere-opened-by-replies'],
    hook: shownOf((shown, destinationId) =>
      shown.filter(
        (message, at) =>
          destinationId === null ||
          message.destinationId === destinationId ||
          shown
            .slice(0, at + 1)
            .some((before) => before.fromUser && before.destinationId === message.destinationId),
      ),
    ),
  },
  {
    name: 'history-of-all-contact-points',
    summary: 'Employees see conversations of a user with the same id at another contact point',
    kills: ['storage/history-apart-of-contact-points'],
    hook: ({ move }) => {
      const alike = new Map<string, Set<User>>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const all = alike.get(user.id) ?? new Set();
          alike.set(user.id, all.add(user));
          const result = await move(scene, name, act);
          for (const other of all)
            if (other !== user && other.destination === null)
              user.seen.unshift(...other.seen.filter((message) => !user.seen.includes(message)));
          return result;
        },
      };
    },
  },
  {
    name: 'history-without-details',
    summary: 'Files of earlier conversations are shown without size and comment',
    kills: ['storage/kept-again/*'],
    hook: (good, descriptions) => {
      const details = new Set(
        descriptions.flatMap(({ resources }) =>
          Object.values(resources).flatMap(({ fields }) =>
            Object.entries(fields).flatMap(([name, { role }]) => (role === 'detail' ? [name] : [])),
          ),
        ),
      );
      const bare = (message: SeenMessage): SeenMessage => ({
        ...message,
        fields: mapFields(message.fields, (value, name) => (details.has(name) ? undefined : value)),
      });
      return shownByConversation((conversations) =>
        conversations.map((messages, at) =>
          at === conversations.length - 1 ? messages : messages.map(bare),
        ),
      )(good, descriptions);
    },
  },
  {
    name: 'history-without-earlier-replies',
    summary: 'What employees wrote disappears once the user writes again',
    kills: ['storage/history-of-replies'],
    hook: ({ visible }) => ({
      visible(seen, destinationId) {
        const shown = visible(seen, destinationId);
        const last = shown.findLastIndex(({ fromUser }) => fromUser);
        return shown.filter(({ fromUser }, at) => fromUser || at > last);
      },
    }),
  },
  {
    name: 'history-of-ten-replies',
    summary: 'Employees see the last ten replies of an earlier conversation only',
    kills: ['storage/history-of-many-replies'],
    hook: shownByConversation((conversations) =>
      conversations.map((messages, at) => {
        const replies = messages.filter(({ fromUser }) => !fromUser).slice(-10);
        const isLast = at === conversations.length - 1;
        return messages.filter((message) => isLast || message.fromUser || replies.includes(message));
      }),
    ),
  },
  {
    name: 'history-without-equal-replies',
    summary: "Employees do not see replies of earlier conversations that equal the user's message before",
    kills: ['storage/history-of-equal-reply'],
    hook: shownByConversation((conversations) =>
      conversations.map((messages, at) =>
        at === conversations.length - 1
          ? messages
          : messages.filter(({ fromUser, fields }, place) => {
              const before = Object.values(messages[place - 1]?.fields ?? {});
              return fromUser || !Object.values(fields).some((value) => before.includes(value));
            }),
      ),
    ),
  },
  {
    name: 'history-without-replies-of-others',
    summary: 'Employees do not see what those of another destination wrote',
    kills: ['storage/history-of-replies-elsewhere'],
    hook: shownOf((shown, destinationId) =>
      shown.filter(
        (seenMessage) =>
          seenMessage.fromUser || destinationId === null || seenMessage.destinationId === destinationId,
      ),
    ),
  },
  {
    name: 'message-every-twentieth-lost',
    summary: 'Every twentieth message reaches nobody',
    kills: ['employee/**', 'storage/**', 'events/delivery-reported/*'],
    hook: ({ recipients }) => {
      const isTwentieth = isNth(20);
      return {
        recipients(user, delivers, all) {
          const good = recipients(user, delivers, all);
          return good.length > 0 && isTwentieth() ? [] : good;
        },
      };
    },
  },
  {
    name: 'offline-first-only',
    summary: 'Of the messages to logged-out employees only the first is kept',
    kills: ['storage/employee-logged-out/*'],
    hook: ({ recipients }) => {
      const waiting = new WeakSet<User>();
      return {
        recipients(user, delivers, all) {
          const due = recipients(user, delivers, all);
          const kept = waiting.has(user) ? due.filter(({ online }) => online) : due;
          if (due.some(({ online }) => !online)) waiting.add(user);
          return kept;
        },
      };
    },
  },
  {
    name: 'offline-kept-lost',
    summary: 'Messages waiting for a selection are lost if the chosen employees are logged out',
    kills: ['storage/employee-logged-out/*'],
    hook: ({ recipients }) => {
      const waits = new WeakSet<User>();
      return {
        recipients(user, delivers, all) {
          const due = recipients(user, delivers, all);
          if (user.destination === null) waits.add(user);
          const lost = due.length > 0 && waits.delete(user) && due.every(({ online }) => !online);
          return lost ? [] : due;
        },
      };
    },
  },
  {
    name: 'offline-lost-at-later-destinations',
    summary: 'Messages to logged-out employees are lost at every destination but the first',
    kills: ['storage/logged-out-at-each-destination'],
    hook: ({ recipients }) => ({
      recipients: (user, delivers, all) =>
        recipients(user, delivers, all).filter(
          (destination) => destination.online || destination === [...all.values()][0],
        ),
    }),
  },
  {
    name: 'offline-lost',
    summary: 'Messages to logged-out employees are lost',
    kills: ['storage/employee-logged-out/*', 'employee/card-while-logged-out/*'],
    hook: ({ recipients }) => ({
      recipients: (user, delivers, all) => recipients(user, delivers, all).filter(({ online }) => online),
    }),
  },
  {
    name: 'kept-behind-empty-comment-lost',
    summary: 'Of the messages that wait for a selection those behind one with an empty comment are lost',
    kills: ['employee/beside-empty-comment/*'],
    hook: ({ release }) => ({
      release(kept) {
        const at = kept.findIndex(({ fields }) => Object.values(fields).includes(''));
        return release(at < 0 ? kept : kept.slice(0, at + 1));
      },
    }),
  },
  {
    name: 'file-name-lost-beside-empty-comment',
    summary: 'A file with an empty comment reaches employees without its name',
    kills: ['employee/beside-empty-comment/*'],
    hook: ({ store }) => ({
      store(message) {
        const stored = store(message);
        const texts = Object.entries(stored.fields).filter(([, value]) => typeof value === 'string');
        const [, [name] = []] = texts;
        const isLost = texts.length > 2 && texts.at(-1)?.[1] === '' && name !== undefined;
        return isLost ? { ...stored, fields: { ...stored.fields, [name]: '' } } : stored;
      },
    }),
  },
];

/** Employees see what `change` makes of all that they may see. */
function shownOf(
  change: (shown: readonly SeenMessage[], destinationId: string | null) => readonly SeenMessage[],
): FaultHook {
  return ({ visible }) => ({
    visible: (seen, destinationId) => change(visible(seen, destinationId), destinationId),
  });
}

/** Employees see what is chosen of a user's conversations with their numbers, oldest first. */
function shownByConversation(
  choose: (
    conversations: readonly (readonly SeenMessage[])[],
    numbers: readonly (number | undefined)[],
  ) => readonly (readonly SeenMessage[])[],
): FaultHook {
  return ({ move, visible }) => {
    const numbers = new WeakMap<SeenMessage, number>();
    return {
      async move(scene, name, act) {
        const { user } = scene;
        const { conversation } = user;
        const result = await move(scene, name, act);
        for (const message of user.seen) if (!numbers.has(message)) numbers.set(message, conversation);
        return result;
      },
      visible(seen, destinationId) {
        const shown = visible(seen, destinationId);
        const byNumber = groupBy(shown, (message) => numbers.get(message));
        return choose([...byNumber.values()], [...byNumber.keys()]).flat();
      },
    };
  };
}
