import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers are decoded as in an address',
  hook: () => ({ userKey: (userId) => userId.replaceAll('%20', ' ') }),
};
