import { HOUR_MS } from '../../duration.js';
import type { Destination, Message, User } from '../conversations/model.js';
import type { Scene } from '../service-context.js';
import type { FaultHook, NamedFault } from './fault.js';
import { mapFields } from './shared/alterations.js';
import { currentScene, releasing } from './shared/hooks.js';

/** What happens only to messages of a second or third conversation, or because of other users. */
export const faults: readonly NamedFault[] = [
  {
    name: 'later-kept-swapped-under-same-card',
    summary:
      'Of three messages waiting in a later conversation the first two are swapped if name and attributes are unchanged',
    kills: ['storage/kept-later-in-order'],
    hook: releasingLater((kept, { sameCard }) => (sameCard ? swapped(kept) : kept)),
  },
  {
    name: 'later-kept-doubled',
    summary: 'Of three messages waiting in a later conversation the last is delivered twice',
    kills: ['storage/kept-later-in-order'],
    hook: releasingLater((kept) => [...kept, ...kept.slice(-1)]),
  },
  {
    name: 'later-kept-lost-under-same-card',
    summary:
      'Of three messages waiting in a later conversation the second is lost if name and attributes are unchanged',
    kills: ['storage/kept-in-later-conversations'],
    hook: releasingLater((kept, { sameCard }) => (sameCard ? kept.toSpliced(1, 1) : kept)),
  },
  {
    name: 'third-kept-lost',
    summary: 'Of three messages waiting in a third conversation the second is lost',
    kills: ['storage/kept-in-later-conversations'],
    hook: releasingLater((kept, { conversation }) => (conversation === 3 ? kept.toSpliced(1, 1) : kept)),
  },
  {
    name: 'later-kept-swapped-elsewhere',
    summary:
      'Of three messages waiting in a later conversation the first two are swapped at another destination',
    kills: ['storage/kept-elsewhere-in-order'],
    hook: releasingLater((kept, { isOtherDestination }) => (isOtherDestination ? swapped(kept) : kept)),
  },
  {
    name: 'later-kept-lost-elsewhere',
    summary: 'Of three messages waiting in a later conversation the last is lost at another destination',
    kills: ['storage/kept-in-second-conversation'],
    hook: releasingLater((kept, { isOtherDestination }) => (isOtherDestination ? kept.slice(0, -1) : kept)),
  },
  {
    name: 'kept-lost-by-close-of-others',
    summary: "A close drops other users' messages that wait for a selection",
    kills: ['storage/kept-through-others'],
    hook: afterMove(({ point, user }, { closed }) => {
      if (closed) for (const other of point.users.values()) if (other !== user) other.kept = [];
    }),
  },
  {
    name: 'later-kept-lost-by-selection-of-others',
    summary: "A selection drops other users' waiting messages in their later conversations",
    kills: ['storage/kept-through-others'],
    hook: afterMove(({ point, user }, { selected }) => {
      if (selected)
        for (const other of point.users.values())
          if (other !== user && other.conversation > 1) other.kept = [];
    }),
  },
  {
    name: 'waiting-for-login-lost-by-selection-of-others',
    summary: "A selection drops other users' messages that wait for a login at its destination",
    kills: ['storage/login-of-several'],
    hook: afterMove(({ user }, { selected }) => {
      if (selected) forget(selected, (other) => other === user);
    }),
  },
  {
    name: 'waiting-for-login-lost-by-close-of-others',
    summary: 'A close drops the messages that wait for a login at its destination',
    kills: ['storage/login-of-several'],
    hook: afterMove((_scene, { closed }) => {
      if (closed) forget(closed, () => false);
    }),
  },
  {
    name: 'third-conversation-shown-to-former-destination',
    summary: 'The destination of the second conversation also gets the messages of the third',
    kills: ['employee/former-destinations'],
    hook: toFormer(({ user: { conversation } }, due, former) =>
      conversation === 3 ? [...due, former] : due,
    ),
  },
  {
    name: 'message-after-reply-to-former-destination',
    summary: 'A message right after a reply goes to the destination of the conversation before',
    kills: ['employee/former-destinations'],
    hook: toFormer(({ user }, due, former) => (user.seen.at(-1)?.fromUser === false ? [former] : due)),
  },
  {
    name: 'later-kept-comments-of-one-line',
    summary: 'Comments that wait in a later conversation are cut after their first line',
    kills: ['storage/kept-in-later-conversations'],
    hook: ofOneLine((user) => user.conversation > 1 && user.destination === null),
  },
  {
    name: 'later-comments-of-one-line',
    summary: 'Comments after the selection of a later conversation are cut after their first line',
    kills: ['storage/kept-in-later-conversations'],
    hook: ofOneLine((user) => user.conversation > 1 && user.destination !== null),
  },
  {
    name: 'later-replies-untold-after-idle-hour',
    summary: 'In a second conversation, a reply after an hour of silence is not reported',
    kills: ['events/told-*after-*'],
    hook: ({ move, notify }) => {
      const moved = new WeakMap<User, number>();
      return {
        async move(scene, name, act) {
          const result = await move(scene, name, act);
          moved.set(scene.user, scene.point.clockOffset);
          return result;
        },
        notify: (event) =>
          event.kind === 'reply' &&
          event.user.conversation > 1 &&
          event.point.clockOffset - (moved.get(event.user) ?? 0) >= HOUR_MS
            ? []
            : notify(event),
      };
    },
  },
];

/** How a selection differs from the one before. */
interface Later {
  sameCard: boolean;
  isOtherDestination: boolean;
  conversation: number;
}

/** What a selection in a later conversation delivers of three or more messages. */
function releasingLater(change: (kept: readonly Message[], later: Later) => readonly Message[]): FaultHook {
  return (good, descriptions) => {
    const last = new WeakMap<User, { card: string; destination: Destination | null }>();
    return releasing((kept, { user }) => {
      const former = last.get(user);
      const card = JSON.stringify(user.card);
      last.set(user, { card, destination: user.destination });
      if (!former || user.conversation < 2 || kept.length < 3) return kept;
      const isOtherDestination = former.destination !== user.destination;
      return change(kept, {
        sameCard: former.card === card,
        isOtherDestination,
        conversation: user.conversation,
      });
    })(good, descriptions);
  };
}

function swapped(kept: readonly Message[]): Message[] {
  return [...kept.slice(1, 2), ...kept.slice(0, 1), ...kept.slice(2)];
}

/** What a move has done: the destination that received the conversation, or had the one that ended. */
interface Done {
  selected: Destination | null;
  closed: Destination | null;
}

function afterMove(change: (scene: Scene, done: Done) => void): FaultHook {
  return ({ move }) => ({
    async move(scene, name, act) {
      const { destination: before, conversation } = scene.user;
      const result = await move(scene, name, act);
      const { destination } = scene.user;
      change(scene, {
        selected: before === null ? destination : null,
        closed: scene.user.conversation > conversation ? before : null,
      });
      return result;
    },
  });
}

function forget(destination: Destination, stays: (user: User) => boolean): void {
  destination.waiting = destination.waiting.filter(({ user }) => stays(user));
}

/** Messages go to other destinations if another one had the user's last conversation. */
function toFormer(
  change: (scene: Scene, due: readonly Destination[], former: Destination) => readonly Destination[],
): FaultHook {
  return ({ recipients, ...good }) => {
    const holders = new WeakMap<User, Destination[]>();
    const { move, scene } = currentScene(good);
    return {
      move,
      recipients(user, delivers, all) {
        const due = recipients(user, delivers, all);
        const here = scene();
        if (!here || !user.destination) return due;
        const held = holders.get(user) ?? [];
        held[user.conversation] = user.destination;
        holders.set(user, held);
        const former = held[user.conversation - 1];
        return former && former !== user.destination ? change(here, due, former) : due;
      },
    };
  };
}

/** Free texts beside a message are cut after their first line, for users of which `is` holds. */
function ofOneLine(is: (user: User) => boolean): FaultHook {
  return ({ store, ...good }) => {
    const { move, scene } = currentScene(good);
    return {
      move,
      store(message) {
        const here = scene();
        if (!here || !is(here.user)) return store(message);
        const resources = Object.values(here.rules.description.resources);
        const isBeside = (name: string): boolean =>
          resources.some(({ fields }) => fields[name]?.freeText === true && fields[name].role === 'detail');
        const fields = mapFields(message.fields, (value, name) =>
          typeof value === 'string' && isBeside(name) ? (value.split('\n')[0] ?? '') : value,
        );
        return store({ ...message, fields });
      },
    };
  };
}
