import { join, resolve } from 'node:path';
import type { RunRecord } from '../record/types.js';
import { renderComparison } from '../reporters/html/comparison.js';
import { writeWhole } from '../reporters/write-whole.js';
import { recordAt } from './record-at.js';

/**
 * Writes `comparison.html` into a folder, made when missing, and returns its path.
 * @param paths `results.json` files, or the folders that hold them, in the order of the columns
 * @throws Stop when one of them cannot be read; ReportError when the page cannot be written
 */
export async function compare(paths: readonly string[], out: string): Promise<string> {
  const records: RunRecord[] = [];
  for (const path of paths) records.push(await recordAt(path));
  const page = join(resolve(out), 'comparison.html');
  await writeWhole(page, renderComparison(records));
  return page;
}
