import { namedFaults } from '../../reference/faults/catalogue.js';
import { inNaturalOrder } from '../natural-order.js';
import type { Entry } from './entry.js';

/** In what ways the sandbox can be broken. */
export function faultEntries(): Entry[] {
  return inNaturalOrder(namedFaults, ({ name }) => [name]).map(({ name: id, summary }) => ({
    line: `${id}  ${summary}`,
    data: { id, summary },
  }));
}
