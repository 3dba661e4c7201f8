import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Messages that waited are delivered in reverse order',
  hook: ({ release }) => ({ release: (kept) => release(kept).toReversed() }),
};
