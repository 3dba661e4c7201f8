import type { User } from '../../model.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The destination stays selected after the close where an employee has replied',
  hook: ({ notify }) => {
    const replied = new WeakMap<User, Pick<User, 'state' | 'destination'>>();
    return {
      notify(event) {
        const { user, kind } = event;
        const { state, destination } = user;
        if (kind === 'reply') replied.set(user, { state, destination });
        else if (kind === 'routing' && !isAsked(event) && destination === null)
          Object.assign(user, replied.get(user));
        return notify(event);
      },
    };
  },
};
