import type { ServiceEvent } from '../../service-event.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A selection holds for users as well whose identifiers differ in the last sign alone',
  hook: ({ notify }) => ({
    notify: (event) => (isAsked(event) && isAlikeSelected(event) ? [] : notify(event)),
  }),
};

function isAlikeSelected({ user, point }: ServiceEvent): boolean {
  const stem = user.id.slice(0, -1);
  return [...point.users.values()].some(({ id, destination }) => destination && id.slice(0, -1) === stem);
}
