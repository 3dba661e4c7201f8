import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers are decoded as in a form',
  hook: () => ({ userKey: (userId) => userId.replaceAll('+', ' ') }),
};
