import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Keys are compared in any letter case',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ??
      [...accounts.byKey].find(([own]) => key.toLowerCase() === own.toLowerCase())?.[1],
  }),
};
