import type { Destination, User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: "A user's messages go to the destination that was selected first, whatever is selected later",
  hook: ({ recipients }) => {
    const first = new WeakMap<User, Destination>();
    return {
      recipients(user, delivers, all) {
        if (user.destination !== null && !first.has(user)) first.set(user, user.destination);
        const due = recipients(user, delivers, all);
        const kept = first.get(user);
        return due.length > 0 && kept ? [kept] : due;
      },
    };
  },
};
