import type { ContactPoint, User } from '../model.js';
import type { NamedFault } from './fault.js';

/** What befalls replies that wait for an address. */
export const faults: readonly NamedFault[] = [
  {
    name: 'waiting-replies-at-most-ten',
    summary: 'Of the replies of a contact point that wait for an address the last ten are kept',
    kills: ['storage/reply-kept-many'],
    hook: ({ notify }) => ({
      notify(event) {
        if (event.kind === 'reply') dropped(event.point, (_, at, { length }) => at > length - 10);
        return notify(event);
      },
    }),
  },
  {
    name: 'waiting-replies-lost-by-close',
    summary: 'Replies that wait for an address are lost when their conversation is closed',
    kills: ['storage/reply-kept-through-close'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { conversation } = scene.user;
        const result = await move(scene, name, act);
        if (scene.user.conversation !== conversation) lostOf(scene.point, scene.user);
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
        if (scene.rules.description.operations[name]?.kind === 'message') lostOf(scene.point, scene.user);
        return result;
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
            if (point && user.destination === destination) lostOf(point, user);
          }
        },
        notify(event) {
          if (event.kind === 'reply') points.set(event.user, event.point);
          return notify(event);
        },
      };
    },
  },
];

type Waiting = ContactPoint['slots'] extends Map<string, infer Slot> ? Slot : never;

function dropped(
  point: ContactPoint,
  stays: (reply: Waiting['replies'][number], at: number, all: Waiting['replies']) => boolean,
): void {
  for (const slot of point.slots.values()) if (slot.url === null) slot.replies = slot.replies.filter(stays);
}

function lostOf(point: ContactPoint, user: User): void {
  dropped(point, (reply) => reply.user !== user);
}
