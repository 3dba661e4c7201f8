import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Of the messages that wait for a selection ten are delivered',
  hook: ({ release }) => ({ release: (kept) => release(kept).slice(0, 10) }),
};
