import type { ContactPoint, SeenMessage, ServiceEvent, User } from '../conversations/model.js';
import type { FaultHook, NamedFault } from './fault.js';
import {
  asksForDestination,
  currentScene,
  endSelection,
  pointsOf,
  secondPoint,
  silencing,
} from './shared/hooks.js';

/** Users and contact points that are not kept apart. */
export const faults: readonly NamedFault[] = [
  {
    name: 'users-of-equal-cards-merged',
    summary: 'Employees see messages of another user who has the same name and attributes',
    kills: ['storage/kept-apart-of-equal-cards'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const result = await move(scene, name, act);
        const { user, point } = scene;
        const card = JSON.stringify(user.card);
        const other = [...point.users.values()].find(
          (each) => each !== user && each.seen.length > 0 && JSON.stringify(each.card) === card,
        );
        const missed = other?.seen.filter((message) => !user.seen.includes(message)) ?? [];
        if (Object.keys(user.card).length > 0) user.seen.unshift(...missed);
        return result;
      },
    }),
  },
  {
    name: 'kept-equal-at-other-point-dropped',
    summary:
      'A message that waits for a selection is dropped if the user sent an equal one to another contact point',
    kills: ['storage/kept-equal-at-contact-points'],
    hook: ({ keep, ...good }) => {
      const { move, scene } = currentScene(good);
      const first = new Map<string, ContactPoint>();
      return {
        move,
        keep(message) {
          const here = scene();
          if (!here) return keep(message);
          const content = JSON.stringify([here.user.id, message.fields]);
          const point = first.get(content) ?? here.point;
          first.set(content, point);
          return point === here.point ? keep(message) : [];
        },
      };
    },
  },
  {
    name: 'cards-shared-by-contact-points',
    summary: 'Contact points show the name and attributes that another one was given last for the user',
    kills: ['employee/*-apart-of-contact-points/*'],
    hook: ({ recipients }) => {
      const alike = new Map<string, Set<User>>();
      return {
        recipients(user, delivers, all) {
          const same = alike.get(user.id) ?? new Set();
          alike.set(user.id, same.add(user));
          if (user.destination) for (const twin of same) twin.card = user.card;
          return recipients(user, delivers, all);
        },
      };
    },
  },
  {
    name: 'cards-shared-by-users',
    summary:
      "A selection's name and attributes are also shown for users whose identifiers differ only in the last character",
    kills: ['employee/*-apart-of-users/*'],
    hook: ({ recipients }) => {
      const known = new Map<string, User>();
      return {
        recipients(user, delivers, all) {
          const stem = user.id.slice(0, -1);
          const first = known.get(stem) ?? user;
          known.set(stem, first);
          if (user.destination) first.card = user.card;
          return recipients(user, delivers, all);
        },
      };
    },
  },
  {
    name: 'contact-points-shared',
    summary: 'Two keys open the same contact point',
    kills: ['routing/contact-points/*'],
    hook: ({ authenticate }) => ({
      authenticate(key, call, accounts) {
        const account = authenticate(key, call, accounts);
        return account === accounts.second ? { ...account, point: accounts.main.point } : account;
      },
    }),
  },
  {
    name: 'close-untold-at-second',
    summary: 'The second contact point does not report closes',
    kills: ['walks/journey-heard-at-second-contact-point'],
    hook: silencingAtSecond((event) => event.kind === 'routing' && !asksForDestination(event)),
  },
  {
    name: 'delivery-untold-at-second',
    summary: 'The second contact point does not report deliveries',
    kills: ['walks/journey-heard-at-second-contact-point'],
    hook: silencingAtSecond(({ kind }) => kind === 'delivery'),
  },
  {
    name: 'ask-untold-at-second-for-users-of-the-first',
    summary: 'At other contact points no destination is asked for while the user has one at the first',
    kills: ['routing/contact-points-heard/*'],
    hook: ({ authenticate, notify }) => {
      let first: ContactPoint | null = null;
      return {
        authenticate(key, call, accounts) {
          first = accounts.main.point;
          return authenticate(key, call, accounts);
        },
        notify: (event) =>
          asksForDestination(event) && event.point !== first && first?.users.get(event.user.id)?.destination
            ? []
            : notify(event),
      };
    },
  },
  {
    name: 'event-also-for-the-one-before',
    summary: 'Each event is also sent for the user of the previous event',
    kills: ['events/**', 'routing/**'],
    hook: ({ notify }) => {
      const before = new Map<string, string>();
      return {
        notify(event) {
          const previous = before.get(event.name);
          before.set(event.name, event.user.id);
          const copies = notify(event);
          return previous === undefined || previous === event.user.id
            ? copies
            : [...copies, { ...event, user: { ...event.user, id: previous } }];
        },
      };
    },
  },
  {
    name: 'history-mixed',
    summary: 'Employees see the messages of all users under each of them',
    kills: ['employee/exact-user/*'],
    hook: ({ visible }) => {
      const all = new Set<SeenMessage>();
      return {
        visible(seen, destinationId) {
          for (const message of visible(seen, destinationId)) all.add(message);
          return [...all];
        },
      };
    },
  },
  {
    name: 'early-selection-ended-at-other-contact-point',
    summary:
      'A close also ends the selection of the same user at other contact points where nothing was written yet',
    kills: ['storage/selected-early-apart-of-contact-points'],
    hook: atTwins((twin, { user, name, initial }) => {
      if (user.destination === null && name === 'close' && twin.ordinal === 0) endSelection(twin, initial);
    }),
  },
  {
    name: 'kept-taken-by-later-selection-elsewhere',
    summary:
      'A selection in a second conversation drops what the same user has waiting at other contact points',
    kills: ['storage/kept-again-apart-of-contact-points'],
    hook: atTwins((twin, { user, name }) => {
      if (name === 'select' && user.conversation > 1) twin.kept = [];
    }),
  },
  {
    name: 'kept-taken-by-close-of-shorter-user',
    summary: 'A close drops what is kept for users whose ids begin with that of its own',
    kills: ['storage/kept-through-close-of-shorter-user'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { conversation } = scene.user;
        const result = await move(scene, name, act);
        const { user, point } = scene;
        if (user.conversation !== conversation)
          for (const other of point.users.values())
            if (other !== user && other.id.startsWith(user.id)) other.kept = [];
        return result;
      },
    }),
  },
  {
    name: 'cards-shared-by-equal-users',
    summary: 'A selection also changes the attributes of the user with the same id and name elsewhere',
    kills: ['employee/*-apart-of-equal-users/*'],
    hook: atTwins((twin, { user, name }) => {
      if (name !== 'select') return;
      const [own, others] = [Object.values(user.card), Object.values(twin.card)];
      if (own.some((value, at) => JSON.stringify(value) === JSON.stringify(others[at])))
        twin.card = user.card;
    }),
  },
  {
    name: 'history-shared-by-contact-points',
    summary: 'Employees see what the same user wrote at another contact point',
    kills: ['storage/kept-apart-of-contact-points'],
    hook: sharing('seen', (id) => id),
  },
  {
    name: 'selection-leaks-to-alike-users',
    summary: 'A selection also holds for users whose identifiers differ only in the last character',
    kills: ['routing/other-user-selected/*'],
    hook: silencing((event) => asksForDestination(event) && isAlikeSelected(event)),
  },
  {
    name: 'selection-leaks-to-other-contact-points',
    summary: 'A selection holds for the same user at every contact point',
    kills: ['routing/contact-points/*'],
    hook: ({ notify, respond }) => {
      const points = new Set<ContactPoint>();
      const isSelected = ({ user, point }: ServiceEvent): boolean =>
        [...points].some(
          (contactPoint) => contactPoint !== point && Boolean(contactPoint.users.get(user.id)?.destination),
        );
      return {
        respond(reply, call) {
          if (call.account) points.add(call.account.point);
          return respond(reply, call);
        },
        notify: (event) => (asksForDestination(event) && isSelected(event) ? [] : notify(event)),
      };
    },
  },
  {
    name: 'selection-leaks-to-other-users',
    summary: 'Once any user has a destination, no other user is asked for one',
    kills: ['routing/**'],
    hook: silencing((event) => asksForDestination(event) && anyoneSelected(event)),
  },
  {
    name: 'state-forgotten-after-error',
    summary: 'A refused request makes the service forget the user',
    kills: ['routing/after-refusal/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const point = call.account?.point;
        const refused = reply.status >= 400 && call.bytes !== null;
        for (const id of (refused && point?.users.keys()) || []) {
          if (Buffer.from(call.bytes ?? []).includes(`"${id}"`)) point?.users.delete(id);
        }
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'stored-shared-by-contact-points',
    summary:
      'Messages that wait for a selection at one contact point are delivered for the same user at another one',
    kills: ['storage/kept-apart-of-contact-points'],
    hook: sharing('kept', (id) => id),
  },
  {
    name: 'stored-shared-by-users',
    summary:
      'A selection also delivers the waiting messages of users whose identifiers differ only in the last character',
    kills: ['storage/kept-apart-of-users'],
    hook: sharing('kept', (id) => id.slice(0, -1)),
  },
];

function isAlikeSelected({ user, point }: ServiceEvent): boolean {
  const stem = user.id.slice(0, -1);
  return [...point.users.values()].some(({ id, destination }) => destination && id.slice(0, -1) === stem);
}

function anyoneSelected({ point }: ServiceEvent): boolean {
  return [...point.users.values()].some(({ destination }) => destination !== null);
}

/** These events of the second contact point are not sent. */
function silencingAtSecond(isSilenced: (event: ServiceEvent) => boolean): FaultHook {
  return ({ notify, ...good }) => {
    const { authenticate, second } = secondPoint(good);
    return {
      authenticate,
      notify: (event) => (event.point === second() && isSilenced(event) ? [] : notify(event)),
    };
  };
}

/** Users of any contact point whose ids have the same `stem` share a list of messages. */
function sharing(what: 'kept' | 'seen', stem: (id: string) => string): FaultHook {
  return ({ authenticate }) => {
    const lists = new Map<string, User['kept'] & User['seen']>();
    const users = new Set<User>();
    const share = (): void => {
      for (const user of users) {
        const shared = lists.get(stem(user.id)) ?? [];
        lists.set(stem(user.id), shared);
        if (user[what] === shared) continue;
        const own = user[what].splice(0) as typeof shared;
        shared.push(...own);
        user[what] = shared;
      }
    };
    return {
      authenticate(key, call, accounts) {
        for (const { point } of accounts.byKey.values())
          for (const user of point.users.values()) users.add(user);
        share();
        return authenticate(key, call, accounts);
      },
    };
  };
}

/** What happens to the users of the same id at other contact points after each move of a user. */
function atTwins(
  happens: (twin: User, moved: { user: User; name: string; initial: string }) => unknown,
): FaultHook {
  return ({ move, authenticate }) => {
    let points: readonly ContactPoint[] = [];
    return {
      authenticate(key, call, accounts) {
        points = pointsOf(accounts);
        return authenticate(key, call, accounts);
      },
      async move(scene, name, act) {
        const result = await move(scene, name, act);
        const { user, point, rules } = scene;
        for (const other of points) {
          const twin = other.users.get(user.id);
          if (other !== point && twin)
            happens(twin, { user, name, initial: rules.description.routing.initial });
        }
        return result;
      },
    };
  };
}
