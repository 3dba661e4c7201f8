import type { ServiceEvent } from '../../service-event.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Kept replies go to the address that was set before the new one',
  hook: ({ address, notify, post }) => {
    const set: string[] = [];
    /** How many addresses had been set when a reply was made. */
    const made = new WeakMap<ServiceEvent, number>();
    return {
      address(previous, next) {
        if (next !== null && next !== set.at(-1)) set.push(next);
        return address(previous, next);
      },
      notify(event) {
        const events = notify(event);
        for (const one of events) made.set(one, set.length);
        return events;
      },
      post(request, event) {
        const good = post(request, event);
        const wasKept = event.kind === 'reply' && (made.get(event) ?? 0) < set.length;
        return { ...good, url: (wasKept && set.at(-2)) || good.url };
      },
    };
  },
};
