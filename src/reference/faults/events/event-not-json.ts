import type { Fault } from '../fault.js';

export const fault: Fault = {
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
};
