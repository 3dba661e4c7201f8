import type { Fault } from '../fault.js';
import { refusedUser } from '../refused-user.js';

export const fault: Fault = {
  summary: 'A refused selection ends the one before',
  hook: ({ respond }) => ({
    respond(reply, call) {
      const refused = refusedUser(reply, call, 'select');
      if (refused?.user.destination) {
        const state = refused.rules.description.routing.initial;
        Object.assign(refused.user, { state, destination: null, ordinal: 0 });
      }
      return respond(reply, call);
    },
  }),
};
