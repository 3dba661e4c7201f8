import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: "Only the first of a user's messages is reported as delivered",
  hook: ({ notify }) => {
    const reported = new WeakSet<User>();
    return {
      notify(event) {
        if (event.kind !== 'delivery') return notify(event);
        if (reported.has(event.user)) return [];
        reported.add(event.user);
        return notify(event);
      },
    };
  },
};
