import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The flag of success is a string',
  hook: ({ respond }) => ({
    respond(reply, call) {
      const { body, ...rest } = respond(reply, call);
      const flagged = Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'boolean' ? `${value}` : value,
      ]);
      return { ...rest, body: Object.fromEntries(flagged) };
    },
  }),
};
