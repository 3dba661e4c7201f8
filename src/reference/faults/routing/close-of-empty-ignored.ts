import type { User } from '../../model.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'After the close of a conversation in which nobody wrote no destination is asked for',
  hook: ({ notify }) => {
    const wrote = new WeakMap<User, boolean>();
    const quiet = new WeakSet<User>();
    return {
      notify(event) {
        const { user, kind } = event;
        if (kind === 'delivery') wrote.set(user, true);
        if (isAsked(event) && quiet.has(user)) return [];
        if (kind === 'routing' && !isAsked(event)) {
          if (wrote.get(user) === false) quiet.add(user);
          wrote.set(user, false);
        }
        return notify(event);
      },
    };
  },
};
