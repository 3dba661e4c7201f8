import type { Description, Transition, Trigger } from '../../description/types.js';
import type { Fault, Faults } from './fault.js';

/** Faults in the routing state machine: the same service on another table. */
export const routing: Faults = {
  'close-keeps-selection': {
    summary: 'The destination stays selected after the close',
    describe: changing('close', (step) => {
      step.to = step.from;
      delete step.ends;
    }),
  },
  'close-untold': closeUntold(),
  'selection-asked-once': {
    summary: 'A destination is asked for at the first message only',
    describe: changing(
      'message',
      ({ sends }) => sends && Object.assign(sends, { messages: { from: 1, to: 1 } }),
    ),
  },
  'selection-asked-always': {
    summary: 'A destination is asked for at every message while none is selected',
    describe: changing('message', ({ sends }) => sends && Object.assign(sends, { messages: { from: 1 } })),
  },
  'selection-never-asked': {
    summary: 'A destination is never asked for',
    describe: changing('message', (step) => delete step.sends),
  },
};

function changing(on: Trigger, change: (step: Transition) => unknown): (description: Description) => void {
  return ({ routing: { transitions } }) => {
    for (const step of Object.values(transitions)) if (step.on === on) change(step);
  };
}

/** The event stays in the table, for by it the service knows the close from a reply. */
function closeUntold(): Fault {
  const untold = new Set<string>();
  return {
    summary: 'No event tells of the close',
    describe: changing('close', ({ sends }) => sends && untold.add(sends.event)),
    hook: ({ notify }) => ({ notify: (event) => (untold.has(event.name) ? [] : notify(event)) }),
  };
}
