import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers lose their backslashes',
  hook: () => ({ userKey: (userId) => userId.replaceAll('\\', '') }),
};
