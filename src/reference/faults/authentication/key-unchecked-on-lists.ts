import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Operations without a body take any key',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ??
      (call.operation?.rule.request === null ? accounts.main : undefined),
  }),
};
