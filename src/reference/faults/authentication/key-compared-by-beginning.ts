import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Keys are compared by how they begin',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ??
      [...accounts.byKey].find(
        ([own]) => key.length > 8 && (own.startsWith(key) || key.startsWith(own)),
      )?.[1],
  }),
};
