import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Replies are kept for an hour only',
  hook: () => ({ expired: (ageMs) => ageMs > 3_600_000 }),
};
