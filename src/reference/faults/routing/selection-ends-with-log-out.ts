import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A selection ends when the employees of its destination log out',
  hook: ({ recipients, loggedOut }) => {
    const unselected = new WeakMap<User, string>();
    return {
      recipients(user, delivers, all) {
        if (!user.destination) unselected.set(user, user.state);
        return recipients(user, delivers, all);
      },
      loggedOut(destination, users) {
        for (const user of users)
          if (user.destination === destination)
            Object.assign(user, { state: unselected.get(user) ?? user.state, destination: null, ordinal: 0 });
        loggedOut(destination, []);
      },
    };
  },
};
