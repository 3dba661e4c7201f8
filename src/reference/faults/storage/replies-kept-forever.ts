import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Replies of any age are sent to a new address',
  hook: () => ({ expired: () => false }),
};
