import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RecordError, readRecord } from '../record/read-record.js';
import type { RunRecord } from '../record/types.js';
import { renderComparison } from '../reporters/html/comparison.js';
import { RESULTS } from '../reporters/runs-folder.js';
import { inert } from '../reporters/text/inert.js';
import { writeWhole } from '../reporters/write-whole.js';
import { Stop } from '../run/stop.js';

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

async function recordAt(path: string): Promise<RunRecord> {
  const folder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (folder && !existsSync(join(path, RESULTS)))
    throw new Stop(
      2,
      'results',
      `${path} holds no ${RESULTS}.`,
      `A run writes one. conform report ${path} alone lists the runs in its subfolders.`,
    );
  try {
    return await readRecord(folder ? join(path, RESULTS) : path);
  } catch (error) {
    if (error instanceof RecordError) throw new Stop(2, 'results', inert(error.message));
    throw error;
  }
}
