import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The name of an event stands in a list',
  hook: ({ post }) => ({
    post(request, event) {
      const good = post(request, event);
      return { ...good, body: JSON.stringify([event.name, good.body]) };
    },
  }),
};
