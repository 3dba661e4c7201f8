import { checkedReader } from './read-checked.js';
import type { RunRecord } from './types.js';

/**
 * Reads a `results.json` and holds it against its schema.
 * @throws RecordError when there is no such file, or when it is no record of a run
 */
export const readRecord = checkedReader<RunRecord>('results.schema.json', 'record of a run');
