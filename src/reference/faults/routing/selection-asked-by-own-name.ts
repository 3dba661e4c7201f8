import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A destination is asked for under a name of its own',
  hook: ({ notify }) => ({
    notify: (event) => notify(event).map((one) => (isAsked(one) ? { ...one, name: 'RoutingNeeded' } : one)),
  }),
};
