import type { RunRecord } from '../../../src/record/types.js';
import { changeCounts, type History, listed } from '../../../src/reporters/changes.js';

/** For tests: the list of these runs, the last one the newest, with one that cannot be read and some that are older. */
export function sampleHistory(records: Record<string, RunRecord>): History {
  const runs: History['runs'] = [{ name: 'cut-short', why: 'it is not JSON' }];
  let before: { name: string; record: RunRecord } | null = null;
  for (const [name, record] of Object.entries(records)) {
    runs.unshift({
      ...listed(name, record),
      report: `${name}/index.html`,
      difference: before && changeCounts(before, record, `compare-${name}.html`),
    });
    before = { name, record };
  }
  return { runs, more: 3 };
}
