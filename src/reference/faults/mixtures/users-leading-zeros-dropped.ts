import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers lose their leading zeros',
  hook: () => ({ userKey: (userId) => userId.replace(/^0+/, '') }),
};
