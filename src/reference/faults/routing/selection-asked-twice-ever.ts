import type { User } from '../../model.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'From the third conversation of a user on no destination is asked for',
  hook: ({ notify }) => {
    const closes = new WeakMap<User, number>();
    return {
      notify(event) {
        const { user, kind } = event;
        if (kind !== 'routing') return notify(event);
        const before = closes.get(user) ?? 0;
        if (isAsked(event)) return before < 2 ? notify(event) : [];
        closes.set(user, before + 1);
        return notify(event);
      },
    };
  },
};
