import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The first half of a key opens what the key opens',
  hook: ({ authenticate }) => ({
    authenticate: (key, call, accounts) =>
      authenticate(key, call, accounts) ??
      [...accounts.byKey].find(
        ([own]) => own.startsWith(key.slice(0, own.length / 2)) && key.length >= own.length / 2,
      )?.[1],
  }),
};
