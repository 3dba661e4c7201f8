import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A reply is also sent to the user who chose a destination last',
  hook: ({ notify, recipients }) => {
    let last: User | null = null;
    return {
      recipients(user, delivers, all) {
        if (user.destination !== null) last = user;
        return recipients(user, delivers, all);
      },
      notify(event) {
        const copies = notify(event);
        return event.kind !== 'reply' || last === null || last === event.user
          ? copies
          : [...copies, { ...event, user: last }];
      },
    };
  },
};
