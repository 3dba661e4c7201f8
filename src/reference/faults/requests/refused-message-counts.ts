import type { Fault } from '../fault.js';
import { refusedUser } from '../refused-user.js';

export const fault: Fault = {
  summary: 'A message that is refused for its body counts as the first of its conversation',
  hook: ({ respond }) => ({
    respond(reply, call) {
      const refused = refusedUser(reply, call, 'message');
      if (refused) refused.user.ordinal += 1;
      return respond(reply, call);
    },
  }),
};
