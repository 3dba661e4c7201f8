import type { User } from '../../model.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'From the fourth conversation of a user on nothing asks for a destination',
  hook: ({ notify }) => {
    const asked = new WeakMap<User, number>();
    return {
      notify(event) {
        if (!isAsked(event) || event.user.ordinal !== 1) return notify(event);
        const conversations = (asked.get(event.user) ?? 0) + 1;
        asked.set(event.user, conversations);
        return conversations > 4 ? [] : notify(event);
      },
    };
  },
};
