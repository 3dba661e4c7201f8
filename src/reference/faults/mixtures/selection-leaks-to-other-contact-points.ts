import type { ContactPoint } from '../../model.js';
import type { ServiceEvent } from '../../service-event.js';
import { isAsked } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A selection holds for the same user of every contact point',
  hook: ({ notify, respond }) => {
    const points = new Set<ContactPoint>();
    const isSelected = ({ user, point }: ServiceEvent): boolean =>
      [...points].some((one) => one !== point && Boolean(one.users.get(user.id)?.destination));
    return {
      respond(reply, call) {
        if (call.account) points.add(call.account.point);
        return respond(reply, call);
      },
      notify: (event) => (isAsked(event) && isSelected(event) ? [] : notify(event)),
    };
  },
};
