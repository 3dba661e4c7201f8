import { changing } from '../changing.js';
import type { Fault } from '../fault.js';

const untold = new Set<string>();

/** The event stays in the table, for by it the service knows the close from a reply. */
export const fault: Fault = {
  summary: 'No event tells of the close',
  describe: changing('close', ({ sends }) => sends && untold.add(sends.event)),
  hook: ({ notify }) => ({ notify: (event) => (untold.has(event.name) ? [] : notify(event)) }),
};
