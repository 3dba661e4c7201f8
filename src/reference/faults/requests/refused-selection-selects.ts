import type { Fault } from '../fault.js';
import { refusedUser } from '../refused-user.js';

export const fault: Fault = {
  summary: 'A selection that is refused for its body selects a destination all the same',
  hook: ({ respond }) => ({
    respond(reply, call) {
      const refused = refusedUser(reply, call, 'select');
      const [destination] = refused?.point.destinations.values() ?? [];
      const state = refused?.rules.transition(refused.user.state, 'select')?.to;
      if (refused && destination && state !== undefined) Object.assign(refused.user, { state, destination });
      return respond(reply, call);
    },
  }),
};
