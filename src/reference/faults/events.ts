import type { Faults } from './fault.js';

/** Faults in what the integrator is told, and how. */
export const events: Faults = {
  'event-not-json': {
    summary: 'Events are posted as a form',
    hook: ({ post }) => ({
      post(request, event) {
        const good = post(request, event);
        const headers = { ...good.headers, 'content-type': 'application/x-www-form-urlencoded' };
        return {
          ...good,
          headers,
          body: new URLSearchParams({ event: event.name, user: event.user.id }).toString(),
        };
      },
    }),
  },
  'event-by-put': {
    summary: 'Events are sent by PUT',
    hook: ({ post }) => ({ post: (request, event) => ({ ...post(request, event), method: 'PUT' }) }),
  },
  'event-every-seventh-lost': {
    summary: 'Every seventh event is never posted',
    hook: ({ notify }) => {
      let count = 0;
      return {
        notify(event) {
          count += 1;
          return count % 7 === 0 ? [] : notify(event);
        },
      };
    },
  },
  'event-user-missing': {
    summary: 'Events do not tell the user',
    hook: ({ notify }) => ({
      notify: (event) => notify(event).map((each) => ({ ...each, user: { ...each.user, id: '' } })),
    }),
  },
  'delivery-untold': {
    summary: 'No event tells that a message was delivered',
    hook: ({ notify }) => ({ notify: (event) => (event.kind === 'delivery' ? [] : notify(event)) }),
  },
  'replies-not-kept': {
    summary: 'Replies made while no address is set are lost',
    hook: () => ({ expired: () => true }),
  },
  'replies-kept-forever': {
    summary: 'Replies of any age are sent to a new address',
    hook: () => ({ expired: () => false }),
  },
  'address-first-kept': {
    summary: 'Events go to the first address for ever',
    hook: ({ address }) => ({ address: (previous, next) => previous ?? address(previous, next) }),
  },
};
