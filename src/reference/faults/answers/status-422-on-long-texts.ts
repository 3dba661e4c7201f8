import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A body of ten thousand bytes is refused with a status that no table has',
  hook: ({ respond }) => ({
    respond(due, call) {
      const reply = respond(due, call);
      return (call.bytes?.length ?? 0) >= 10_000 ? { ...reply, status: 422 } : reply;
    },
  }),
};
