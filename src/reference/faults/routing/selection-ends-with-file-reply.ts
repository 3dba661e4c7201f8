import type { User } from '../../model.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: "An employee's file, not a text, ends the conversation: the next message asks again",
  hook: ({ notify }) => {
    const unselected = new WeakMap<User, string>();
    return {
      notify(event) {
        const { user, kind, data } = event;
        const state = unselected.get(user);
        if (isAsked(event)) unselected.set(user, user.state);
        else if (kind === 'reply' && Object.keys(data).length > 1 && state !== undefined)
          Object.assign(user, { state, destination: null, ordinal: 0 });
        return notify(event);
      },
    };
  },
};
