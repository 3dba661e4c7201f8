import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Of the messages that wait for a selection only the last one is delivered',
  hook: ({ release }) => ({ release: (kept) => release(kept).slice(-1) }),
};
