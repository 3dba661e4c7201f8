import type { User } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A message of another kind than the first ends the selection',
  hook: ({ recipients, store }) => {
    const first = new WeakMap<User, { kind: number; state: string }>();
    let kind = 0;
    return {
      store(message) {
        kind = Object.keys(message.fields).length;
        return store(message);
      },
      recipients(user, delivers, all) {
        const due = recipients(user, delivers, all);
        const known = first.get(user);
        if (!user.destination) first.set(user, known ?? { kind, state: user.state });
        else if (known && known.kind !== kind)
          Object.assign(user, { state: known.state, destination: null, ordinal: 0 });
        return due;
      },
    };
  },
};
