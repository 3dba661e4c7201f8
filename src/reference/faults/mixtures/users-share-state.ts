import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'All users of a contact point are one',
  hook: () => ({ userKey: () => '' }),
};
