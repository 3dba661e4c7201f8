import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Of the replies made while no address is set only the last one is kept',
  hook: ({ notify }) => ({
    notify(event) {
      if (event.kind === 'reply')
        for (const slot of event.point.slots.values()) if (slot.url === null) slot.replies = [];
      return notify(event);
    },
  }),
};
