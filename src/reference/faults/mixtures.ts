import type { SeenMessage } from '../model.js';
import type { Faults } from './fault.js';

/** Faults in whose state is whose. */
export const mixtures: Faults = {
  'users-share-state': {
    summary: 'All users of a contact point are one',
    hook: () => ({ userKey: () => '' }),
  },
  'contact-points-shared': {
    summary: 'Two keys open the same contact point',
    hook: ({ authenticate }) => ({
      authenticate(key, call, accounts) {
        const account = authenticate(key, call, accounts);
        return account === accounts.second ? { ...account, point: accounts.main.point } : account;
      },
    }),
  },
  'history-mixed': {
    summary: 'Employees see the messages of all users under each of them',
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
  'state-forgotten-after-error': {
    summary: 'A refused request makes the service forget the user',
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
  'event-also-for-the-one-before': {
    summary: 'Each event is sent for the user of the event before as well',
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
  'event-as-list': {
    summary: 'The name of an event stands in a list',
    hook: ({ post }) => ({
      post(request, event) {
        const good = post(request, event);
        return { ...good, body: JSON.stringify([event.name, good.body]) };
      },
    }),
  },
};
