import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A blank behind a key is passed over',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ?? [...accounts.byKey].find(([own]) => key.trimEnd() === own)?.[1],
  }),
};
