import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Employees see the last four messages of the user alone',
  hook: ({ visible }) => ({
    visible: (seen, destinationId) => visible(seen, destinationId).slice(-4),
  }),
};
