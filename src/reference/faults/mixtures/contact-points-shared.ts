import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Two keys open the same contact point',
  hook: ({ authenticate }) => ({
    authenticate(key, call, accounts) {
      const account = authenticate(key, call, accounts);
      return account === accounts.second ? { ...account, point: accounts.main.point } : account;
    },
  }),
};
