import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Operations that send a message need no key',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ??
      (call.operation?.rule.kind === 'message' ? accounts.main : undefined),
  }),
};
