import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Several blanks in a user identifier count as one',
  hook: () => ({ userKey: (userId) => userId.replace(/\s+/g, ' ') }),
};
