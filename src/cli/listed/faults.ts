import { faultNames, loadFault } from '../../reference/faults/catalogue.js';
import { naturally } from '../naturally.js';
import type { Entry } from './entry.js';

/** In what ways the sandbox can be broken. */
export function faultEntries(): Promise<Entry[]> {
  return Promise.all(
    naturally(faultNames(), (name) => [name]).map(async (id): Promise<Entry> => {
      const { summary } = await loadFault(id);
      return { line: `${id}  ${summary}`, data: { id, summary } };
    }),
  );
}
