import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A path with a trailing slash is answered by a page',
  hook: ({ respond }) => ({
    respond(due, call) {
      const reply = respond(due, call);
      return call.path.endsWith('/') ? { ...reply, raw: '<!doctype html><title>Not found</title>' } : reply;
    },
  }),
};
