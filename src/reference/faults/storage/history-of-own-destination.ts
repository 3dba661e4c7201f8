import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Employees see nothing of conversations that another destination had',
  hook: ({ visible }) => ({
    visible: (seen, destinationId) =>
      visible(seen, destinationId).filter(
        (one) => destinationId === null || one.destinationId === destinationId,
      ),
  }),
};
