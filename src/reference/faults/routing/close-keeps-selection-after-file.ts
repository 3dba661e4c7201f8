import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary:
    'The destination stays selected after the close when the last message had more than one field, as files have',
  hook: ({ recipients, notify }) => {
    const selections = new WeakMap<User, Pick<User, 'state' | 'destination'>>();
    return {
      recipients(user, delivers, all) {
        const { state, destination } = user;
        if (destination) selections.set(user, { state, destination });
        return recipients(user, delivers, all);
      },
      notify(event) {
        const { kind, user } = event;
        const { fields = {} } = user.seen.at(-1) ?? {};
        if (kind === 'routing' && user.destination === null && Object.keys(fields).length > 1)
          Object.assign(user, selections.get(user));
        return notify(event);
      },
    };
  },
};
