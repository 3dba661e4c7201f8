import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The selection of a destination needs no key',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ??
      (call.operation?.rule.kind === 'select' ? accounts.main : undefined),
  }),
};
