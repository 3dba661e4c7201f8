import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The destination stays selected after the close, in the versions whose lists are longest',
  describe({ operations, routing }) {
    if (Object.values(operations).every(({ kind }) => kind !== 'history')) return;
    for (const step of Object.values(routing.transitions)) if (step.on === 'close') step.to = step.from;
  },
};
