import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Employees see no name and no attributes of a user who wrote before the selection',
  hook: ({ recipients }) => {
    const wrote = new WeakSet<User>();
    return {
      recipients(user, delivers, all) {
        if (user.destination === null) wrote.add(user);
        else if (wrote.has(user)) user.card = {};
        return recipients(user, delivers, all);
      },
    };
  },
};
