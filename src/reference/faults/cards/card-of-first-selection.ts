import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: "Employees see the user's name and attributes of the first selection for ever",
  hook: ({ recipients }) => {
    const first = new WeakMap<User, User['card']>();
    return {
      recipients(user, delivers, all) {
        if (user.destination !== null && !first.has(user)) first.set(user, user.card);
        user.card = first.get(user) ?? user.card;
        return recipients(user, delivers, all);
      },
    };
  },
};
