import type { User } from '../../model.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: "Only the first close of a user's conversations is told",
  hook: ({ notify }) => {
    const told = new WeakSet<User>();
    return {
      notify(event) {
        if (event.kind !== 'routing' || isAsked(event)) return notify(event);
        if (told.has(event.user)) return [];
        told.add(event.user);
        return notify(event);
      },
    };
  },
};
