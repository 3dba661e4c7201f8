import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers end at a slash',
  hook: () => ({ userKey: (userId) => userId.replace(/\/.*/, '') }),
};
