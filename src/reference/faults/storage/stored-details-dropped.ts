import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'What waited for a selection comes with its first field alone',
  hook: ({ release }) => ({
    release: (kept) =>
      release(kept).map((message) => ({
        ...message,
        fields: Object.fromEntries(Object.entries(message.fields).slice(0, 1)),
      })),
  }),
};
