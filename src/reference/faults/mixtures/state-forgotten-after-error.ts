import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A refused request makes the service forget the user',
  hook: ({ respond }) => ({
    respond(reply, call) {
      const point = call.account?.point;
      const refused = reply.status >= 400 && call.bytes !== null;
      for (const id of (refused && point?.users.keys()) || []) {
        if (Buffer.from(call.bytes ?? []).includes(`"${id}"`)) point?.users.delete(id);
      }
      return respond(reply, call);
    },
  }),
};
