import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Each event is sent for the user of the event before as well',
  hook: ({ notify }) => {
    const before = new Map<string, string>();
    return {
      notify(event) {
        const previous = before.get(event.name);
        before.set(event.name, event.user.id);
        const copies = notify(event);
        return previous === undefined || previous === event.user.id
          ? copies
          : [...copies, { ...event, user: { ...event.user, id: previous } }];
      },
    };
  },
};
