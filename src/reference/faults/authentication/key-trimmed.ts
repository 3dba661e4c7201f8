import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Blanks around a key are passed over',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ?? [...accounts.byKey].find(([own]) => key.trim() === own)?.[1],
  }),
};
