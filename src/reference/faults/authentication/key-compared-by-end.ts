import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A key with more before it opens what the key opens',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ?? [...accounts.byKey].find(([own]) => key.endsWith(own))?.[1],
  }),
};
