import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'No event tells that a message of a later conversation was delivered',
  hook: ({ notify }) => ({
    notify: (event) => (event.kind === 'delivery' && event.user.conversation > 1 ? [] : notify(event)),
  }),
};
