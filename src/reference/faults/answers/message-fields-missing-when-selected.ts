import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Messages that are not kept are answered without their numbers',
  hook: ({ store, keep, respond }) => {
    const stored = new Set<unknown>();
    return {
      store(message) {
        stored.add(message.id);
        return store(message);
      },
      keep(message) {
        stored.delete(message.id);
        return keep(message);
      },
      respond(due, call) {
        const reply = respond(due, call);
        const { body } = reply;
        if (!Object.values(body).some((value) => stored.has(value))) return reply;
        const left = Object.entries(body).filter(([, value]) => typeof value !== 'number');
        return { ...reply, body: Object.fromEntries(left) };
      },
    };
  },
};
