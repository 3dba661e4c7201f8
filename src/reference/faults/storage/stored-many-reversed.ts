import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'More than twenty messages that waited are delivered in reverse order',
  hook: ({ release }) => ({
    release: (kept) => (kept.length > 20 ? release(kept).toReversed() : release(kept)),
  }),
};
