import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'User identifiers end after 255 letters',
  hook: () => ({ userKey: (userId) => userId.slice(0, 255) }),
};
