import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Events do not tell the user',
  hook: ({ notify }) => ({
    notify: (event) => notify(event).map((each) => ({ ...each, user: { ...each.user, id: '' } })),
  }),
};
