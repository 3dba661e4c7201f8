import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Events name users without the blanks at the ends of their identifiers',
  hook: ({ notify }) => ({
    notify: (event) => notify({ ...event, user: { ...event.user, id: event.user.id.trim() } }),
  }),
};
