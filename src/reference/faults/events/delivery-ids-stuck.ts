import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Every delivery is reported with the id of the first delivered message of the user',
  hook: ({ notify }) => {
    const first = new WeakMap<object, string>();
    return {
      notify(event) {
        if (event.kind !== 'delivery') return notify(event);
        const id = first.get(event.user) ?? event.id;
        first.set(event.user, id);
        return notify({ ...event, id, ids: [id] });
      },
    };
  },
};
