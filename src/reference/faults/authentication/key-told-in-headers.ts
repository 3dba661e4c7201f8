import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A header of each answer repeats the query with the key',
  hook: ({ respond }) => ({
    respond(due, call) {
      const reply = respond(due, call);
      return { ...reply, headers: { ...reply.headers, 'x-request': `${call.path}?${call.query}` } };
    },
  }),
};
