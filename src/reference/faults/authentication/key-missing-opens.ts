import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Without a key the main account is opened',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      call.query.size === 0 ? accounts.main : authenticate(key, call, accounts),
  }),
};
