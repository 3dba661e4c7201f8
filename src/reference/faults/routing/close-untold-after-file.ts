import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The close is not told when the last message had more than one field, as files have',
  hook: ({ notify }) => ({
    notify(event) {
      if (event.kind !== 'routing' || isAsked(event)) return notify(event);
      const { fields = {} } = event.user.seen.at(-1) ?? {};
      return Object.keys(fields).length > 1 ? [] : notify(event);
    },
  }),
};
