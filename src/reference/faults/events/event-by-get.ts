import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Events are sent by GET, in the query',
  hook: ({ post }) => ({
    post(request, event) {
      const { url, ...good } = post(request, event);
      const query = new URLSearchParams({ event: event.name, user: event.user.id });
      return { ...good, url: `${url}?${query}`, method: 'GET', body: '' };
    },
  }),
};
