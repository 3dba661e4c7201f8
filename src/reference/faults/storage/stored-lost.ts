import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The first message that waits for a selection is lost',
  hook: ({ release }) => ({ release: (kept) => release(kept).slice(1) }),
};
