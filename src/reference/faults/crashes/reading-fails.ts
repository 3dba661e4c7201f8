import type { Fault } from '../fault.js';

const reading = new Set<string>();

export const fault: Fault = {
  summary: 'Operations that read what happened before end in an internal error',
  describe({ operations }) {
    for (const [name, { kind }] of Object.entries(operations))
      if (kind === 'history' || kind === 'current') reading.add(name);
  },
  hook: ({ forbids }) => ({
    forbids(lacked, operation) {
      if (reading.has(operation)) throw new Error(operation);
      return forbids(lacked, operation);
    },
  }),
};
