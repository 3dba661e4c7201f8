import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Replies are kept for twice the time',
  hook: ({ expired }) => ({ expired: (ageMs, limitMs) => expired(ageMs, limitMs * 2) }),
};
