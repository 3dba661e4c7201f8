import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { RunRecord } from '../record/types.js';
import { renderComparison } from '../reporters/html/comparison.js';
import { writeWhole } from '../reporters/write-whole.js';
import { recordAt } from './record-at.js';

/**
 * Writes `comparison.html` into a folder, made when missing, and returns its path.
 * @param paths `results.json` files, or the folders that hold them, in the order of the columns
 * @throws NoVerdict when one of them cannot be read; ReportError when the page cannot be written
 */
export async function compare(paths: readonly string[], out: string): Promise<string> {
  const records: RunRecord[] = [];
  for (const path of paths) records.push(await recordAt(path));
  const folder = resolve(out);
  const page = join(folder, 'comparison.html');
  await writeWhole(
    page,
    renderComparison(
      records,
      paths.map((path) => reportBeside(path, folder)),
    ),
  );
  return page;
}

/** Address of a run's report from the folder, where there is one. */
function reportBeside(path: string, folder: string): string | null {
  const own = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
  const report = join(resolve(own), 'index.html');
  if (!existsSync(report)) return null;
  return relative(folder, report).split(sep).map(encodeURIComponent).join('/');
}
