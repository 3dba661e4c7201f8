import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'What employees write in a second conversation is never told',
  hook: ({ notify }) => ({
    notify: (event) => (event.kind === 'reply' && event.user.conversation > 1 ? [] : notify(event)),
  }),
};
