import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Messages with more than one field, as files are, do not wait for a selection',
  hook: ({ keep }) => ({
    keep: (message) => (Object.keys(message.fields).length > 1 ? [] : keep(message)),
  }),
};
