import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A key without its first character opens what the key opens',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ?? [...accounts.byKey].find(([own]) => key === own.slice(1))?.[1],
  }),
};
