import type { User } from '../../model.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'After the close of a conversation with more than one reply no destination is asked for',
  hook: ({ notify }) => {
    const replies = new WeakMap<User, number>();
    return {
      notify(event) {
        const count = replies.get(event.user) ?? 0;
        if (event.kind === 'reply') replies.set(event.user, count + 1);
        return isAsked(event) && count > 1 ? [] : notify(event);
      },
    };
  },
};
