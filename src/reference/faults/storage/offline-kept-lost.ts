import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'What waited for a selection is lost when the chosen employees are logged out',
  hook: ({ recipients }) => {
    const waits = new WeakSet<User>();
    return {
      recipients(user, delivers, all) {
        const due = recipients(user, delivers, all);
        if (user.destination === null) waits.add(user);
        const lost = due.length > 0 && waits.delete(user) && due.every(({ online }) => !online);
        return lost ? [] : due;
      },
    };
  },
};
