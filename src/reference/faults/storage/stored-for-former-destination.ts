import type { Destination, User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'What waited in a later conversation goes to the destination that was chosen first',
  hook: ({ recipients }) => {
    const first = new WeakMap<User, Destination>();
    const waits = new WeakSet<User>();
    return {
      recipients(user, delivers, all) {
        const due = recipients(user, delivers, all);
        if (!user.destination) waits.add(user);
        else if (waits.has(user) && first.has(user) && first.get(user) !== user.destination)
          return [first.get(user) as Destination];
        if (user.destination) first.set(user, first.get(user) ?? user.destination);
        return due;
      },
    };
  },
};
