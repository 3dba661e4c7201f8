import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary:
    "A selection's name and attributes are shown for a user as well whose identifier differs in the last sign alone",
  hook: ({ recipients }) => {
    const known = new Map<string, User>();
    return {
      recipients(user, delivers, all) {
        const stem = user.id.slice(0, -1);
        const first = known.get(stem) ?? user;
        known.set(stem, first);
        if (user.destination) first.card = user.card;
        return recipients(user, delivers, all);
      },
    };
  },
};
