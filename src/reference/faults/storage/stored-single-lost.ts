import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A message that waits alone is lost',
  hook: ({ release }) => ({ release: (kept) => (kept.length === 1 ? [] : release(kept)) }),
};
