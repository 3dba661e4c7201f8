import type { Faults } from './fault.js';

/** Faults in how events are posted. */
export const webhooks: Faults = {
  'event-not-json': {
    summary: 'Events are posted as a form, not as JSON',
    hook: () => ({
      post: (request, event) => ({
        ...request,
        headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ event: event.name, user: event.user.id }).toString(),
      }),
    }),
  },
  'event-every-seventh-lost': {
    summary: 'Every seventh event is never posted',
    hook: ({ notify }) => {
      let count = 0;
      return { notify: (event) => (++count % 7 === 0 ? [] : notify(event)) };
    },
  },
};
