import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Of the messages to employees who are logged out the first one is kept, and no other',
  hook: ({ recipients }) => {
    const waiting = new WeakSet<User>();
    return {
      recipients(user, delivers, all) {
        const due = recipients(user, delivers, all);
        const kept = waiting.has(user) ? due.filter(({ online }) => online) : due;
        if (due.some(({ online }) => !online)) waiting.add(user);
        return kept;
      },
    };
  },
};
