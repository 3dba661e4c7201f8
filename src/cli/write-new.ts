import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { writeProblem } from '../file-problem.js';
import { RESULTS } from '../record/runs-folder.js';
import { printable, quoted } from '../terminal-text.js';
import { mustBeWritable } from '../write-whole.js';

/**
 * Writes a file that somebody asked for by name; an existing one stays unless it may be replaced.
 * @throws NoVerdict
 */
export async function writeNew(file: string, text: string, { force }: { force: boolean }): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') refuseExisting(file);
    throw notWritten(file, error);
  }
}

/** Refuses the name of something that exists. */
export function refuseExisting(file: string): void {
  if (!existsSync(file)) return;
  if (statSync(file).isDirectory()) throw notWritten(file, { code: 'EISDIR' });
  throw new NoVerdict(
    EXIT.usage,
    'file',
    `${printable(file)} already exists.`,
    'Replace it with --force, or choose another name with --out.',
  );
}

/** What is said of a file that somebody named and that cannot be written. */
function notWritten(file: string, error: unknown): NoVerdict {
  const { code } = error as NodeJS.ErrnoException;
  const words = writeProblem(code);
  const why = words === undefined ? code : `${words} (${code})`;
  return new NoVerdict(EXIT.usage, 'file', `${printable(file)} cannot be written: ${why}.`);
}

/**
 * Checks before a run that its reports can be written into a folder, and that they replace nothing but older ones:
 * a page without results beside it is somebody's own.
 * @throws ReportError why they cannot be written
 * @throws NoVerdict with exit code 2 when the folder holds somebody's page
 */
export async function mustTakeReports(folder: string): Promise<void> {
  await mustBeWritable(folder);
  if (existsSync(join(folder, 'index.html')) && !existsSync(join(folder, RESULTS)))
    throw new NoVerdict(
      EXIT.usage,
      'foreign-page',
      `The folder ${quoted(folder)} holds an index.html that is not a report; the run would replace it.`,
      'Choose another folder with --out.',
    );
}
