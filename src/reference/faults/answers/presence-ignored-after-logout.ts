import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A destination that was offline once stays offline',
  hook: ({ presence }) => {
    const seen = new Set<string>();
    return {
      presence(destination) {
        if (!destination.online) seen.add(destination.id);
        return presence(destination) && !seen.has(destination.id);
      },
    };
  },
};
