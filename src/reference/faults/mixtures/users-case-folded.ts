import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers are compared without regard to case',
  hook: () => ({ userKey: (userId) => userId.toLowerCase() }),
};
