import { writeFile } from 'node:fs/promises';
import { NoVerdict } from '../run/no-verdict.js';
import { printable } from '../yaml/problem.js';

/**
 * Writes a file that somebody asked for by name; one that is there stays unless it may be replaced.
 * @throws NoVerdict
 */
export async function writeNew(file: string, text: string, { force }: { force: boolean }): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new NoVerdict(
        2,
        'file',
        `${printable(file)} is there already.`,
        'Replace it with --force, or choose another name with --out.',
      );
    throw new NoVerdict(2, 'file', `${printable(file)} cannot be written (${code}).`);
  }
}
