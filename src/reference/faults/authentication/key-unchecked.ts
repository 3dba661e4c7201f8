import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'An unregistered key opens the main account',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ?? (key ? accounts.main : undefined),
  }),
};
