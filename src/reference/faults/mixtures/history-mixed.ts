import type { SeenMessage } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Employees see the messages of all users under each of them',
  hook: ({ visible }) => {
    const all = new Set<SeenMessage>();
    return {
      visible(seen, destinationId) {
        for (const message of visible(seen, destinationId)) all.add(message);
        return [...all];
      },
    };
  },
};
