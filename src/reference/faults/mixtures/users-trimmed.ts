import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers lose the blanks at their ends',
  hook: () => ({ userKey: (userId) => userId.trim() }),
};
