import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The close is also told for the user who was asked for a destination before',
  hook: ({ notify }) => {
    let before: Parameters<typeof notify>[0]['user'] | null = null;
    return {
      notify(event) {
        const copies = notify(event);
        const foreign = before;
        if (isAsked(event)) before = event.user;
        return event.kind !== 'routing' || isAsked(event) || foreign === null || foreign === event.user
          ? copies
          : [...copies, { ...event, user: foreign }];
      },
    };
  },
};
