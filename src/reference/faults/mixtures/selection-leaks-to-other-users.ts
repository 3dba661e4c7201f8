import type { ServiceEvent } from '../../service-event.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Once any user has a destination, no other one is asked for',
  hook: ({ notify }) => ({
    notify: (event) => (isAsked(event) && anyoneSelected(event) ? [] : notify(event)),
  }),
};

function anyoneSelected({ point }: ServiceEvent): boolean {
  return [...point.users.values()].some(({ destination }) => destination !== null);
}
