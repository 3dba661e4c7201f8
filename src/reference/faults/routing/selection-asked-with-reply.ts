import type { Description } from '../../../description/types.js';
import { routingEvent } from '../asked.js';
import type { Fault } from '../fault.js';

export const fault: Fault = (() => {
  let name = '';
  return {
    summary: 'A reply of an employee asks for a destination, too',
    describe(description: Description) {
      name = routingEvent(description);
    },
    hook: ({ notify }) => ({
      notify: (event) =>
        event.kind === 'reply'
          ? [...notify(event), { ...event, name, kind: 'routing' as const, data: {} }]
          : notify(event),
    }),
  };
})();
