import { writeFile } from 'node:fs/promises';
import { commentedConfiguration } from '../configuration/commented.js';
import { NoVerdict } from '../run/no-verdict.js';
import type { Flags } from './target.js';

type InitFlags = Flags & { out: string; force?: boolean; fromDiscovery?: boolean };

/** `conform init`: writes a configuration file, commented or found out from a target; one that is there stays. */
export async function initCommand({ out, force, fromDiscovery, ...flags }: InitFlags): Promise<number> {
  const text = fromDiscovery
    ? await (await import('./discovered.js')).discoveredConfiguration(flags)
    : commentedConfiguration();
  try {
    await writeFile(out, text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new NoVerdict(
      2,
      'file',
      exists ? `${out} is there already.` : `${out} cannot be written.`,
      exists ? 'Replace it with --force, or choose another name with --out.' : null,
    );
  }
  const kind = fromDiscovery
    ? 'It holds what was found out; the key stays in CONFORM_KEY.'
    : 'Every line in it is explained; what you leave out keeps its default.';
  process.stdout.write(`Wrote ${out}. ${kind}\n`);
  return 0;
}
