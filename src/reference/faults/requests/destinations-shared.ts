import type { Accounts } from '../../accounts.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Destinations of every contact point can be selected with any key',
  hook: ({ authenticate, chosen }) => {
    let known: Accounts | undefined;
    return {
      authenticate(key, call, accounts) {
        known = accounts;
        return authenticate(key, call, accounts);
      },
      chosen: (id, all) =>
        chosen(id, all) ??
        [...(known?.byKey.values() ?? [])].flatMap(({ point }) => point.destinations.get(id) ?? [])[0],
    };
  },
};
