import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Answers repeat the query with the key',
  hook: ({ respond }) => ({
    respond(due, call) {
      const reply = respond(due, call);
      return { ...reply, body: { ...reply.body, query: `?${call.query}` } };
    },
  }),
};
