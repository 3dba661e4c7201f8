import { faultNames, loadFault } from '../../reference/faults/catalogue.js';
import { inNaturalOrder } from '../natural-order.js';
import type { Entry } from './entry.js';

/** In what ways the sandbox can be broken. */
export function faultEntries(): Promise<Entry[]> {
  return Promise.all(
    inNaturalOrder(faultNames(), (name) => [name]).map(async (id): Promise<Entry> => {
      const { summary } = await loadFault(id);
      return { line: `${id}  ${summary}`, data: { id, summary } };
    }),
  );
}
