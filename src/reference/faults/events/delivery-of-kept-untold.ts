import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'No event tells that a message was delivered which had been kept',
  hook: ({ keep, notify }) => {
    const kept = new Set<string>();
    return {
      keep(message) {
        kept.add(message.id);
        return keep(message);
      },
      notify: (event) => (event.kind === 'delivery' && kept.has(event.id) ? [] : notify(event)),
    };
  },
};
