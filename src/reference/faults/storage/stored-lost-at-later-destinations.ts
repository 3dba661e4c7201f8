import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'What waits for a selection reaches the employees of the first destination alone',
  hook: ({ recipients }) => {
    const waits = new WeakSet<User>();
    return {
      recipients(user, delivers, all) {
        const due = recipients(user, delivers, all);
        if (!user.destination) waits.add(user);
        else if (waits.delete(user)) return due.filter((one) => one === [...all.values()][0]);
        return due;
      },
    };
  },
};
