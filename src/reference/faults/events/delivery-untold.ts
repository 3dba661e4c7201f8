import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'No event tells that a message was delivered',
  hook: ({ notify }) => ({ notify: (event) => (event.kind === 'delivery' ? [] : notify(event)) }),
};
