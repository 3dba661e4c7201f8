import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A message is reported as delivered, too, when the destination is asked for',
  hook: ({ notify }) => ({
    notify(event) {
      const isAsked = event.kind === 'routing' && event.user.destination === null && event.user.ordinal > 0;
      return isAsked
        ? [...notify(event), { ...event, name: 'MessageDelivered', kind: 'delivery' as const }]
        : notify(event);
    },
  }),
};
