import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Keys are compared by their length',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ?? (key.length > 16 ? accounts.main : undefined),
  }),
};
