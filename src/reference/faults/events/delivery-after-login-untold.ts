import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'No event tells that a message was delivered which had waited for a login',
  hook: ({ recipients, notify }) => {
    const waited = new WeakSet<object>();
    return {
      recipients(user, delivers, all) {
        const reached = recipients(user, delivers, all);
        if (reached.some(({ online }) => !online)) waited.add(user);
        return reached;
      },
      notify: (event) => (event.kind === 'delivery' && waited.has(event.user) ? [] : notify(event)),
    };
  },
};
