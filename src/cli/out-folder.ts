import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../exit-codes.js';
import { mustBeWritable } from '../reporters/write-whole.js';
import { NoVerdict } from '../run/no-verdict.js';
import { quoted } from '../yaml/problem.js';

/**
 * Sees before a run whether its reports can be written into a folder, and whether they replace nothing but older ones:
 * a page without results beside it is somebody's own.
 * @throws ReportError why they cannot be written
 * @throws NoVerdict with exit code 2 when the folder holds somebody's page
 */
export async function mustTakeReports(folder: string): Promise<void> {
  await mustBeWritable(folder);
  if (existsSync(join(folder, 'index.html')) && !existsSync(join(folder, 'results.json')))
    throw new NoVerdict(
      EXIT.usage,
      'foreign-page',
      `The folder ${quoted(folder)} holds an index.html that is not a report; the run would replace it.`,
      'Choose another folder with --out.',
    );
}
