import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Employees do not see what those of another destination wrote',
  hook: ({ visible }) => ({
    visible: (seen, destinationId) =>
      visible(seen, destinationId).filter(
        (one) => one.fromUser || destinationId === null || one.destinationId === destinationId,
      ),
  }),
};
