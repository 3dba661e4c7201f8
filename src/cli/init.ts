import { writeFile } from 'node:fs/promises';
import { commentedConfiguration } from '../configuration/commented.js';
import { Stop } from '../run/stop.js';

/** `conform init`: writes a commented configuration file; one that is there stays. */
export async function initCommand({ out, force }: { out: string; force?: boolean }): Promise<number> {
  try {
    await writeFile(out, commentedConfiguration(), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new Stop(
      2,
      'file',
      exists ? `${out} is there already.` : `${out} cannot be written.`,
      exists ? 'Replace it with --force, or choose another name with --out.' : null,
    );
  }
  process.stdout.write(
    `Wrote ${out}. Every line in it is explained; what you leave out keeps its default.\n`,
  );
  return 0;
}
