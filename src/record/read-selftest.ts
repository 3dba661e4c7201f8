import { checkedReader } from './read-checked.js';
import type { SelftestRecord } from './selftest.js';

/**
 * Reads a `selftest.json` and holds it against its schema.
 * @throws RecordError when there is no such file, or when it is no record of a self-test
 */
export const readSelftest = checkedReader<SelftestRecord>('selftest.schema.json', 'record of a self-test');
