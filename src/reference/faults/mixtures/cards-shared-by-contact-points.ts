import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Contact points show the name and attributes that another one was given last for the user',
  hook: ({ recipients }) => {
    const alike = new Map<string, Set<User>>();
    return {
      recipients(user, delivers, all) {
        const same = alike.get(user.id) ?? new Set();
        alike.set(user.id, same.add(user));
        if (user.destination) for (const one of same) one.card = user.card;
        return recipients(user, delivers, all);
      },
    };
  },
};
