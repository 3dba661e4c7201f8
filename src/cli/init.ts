import { commentedConfiguration } from '../configuration/commented.js';
import { printable } from '../yaml/problem.js';
import type { Flags } from './target.js';
import { writeNew } from './write-new.js';

type InitFlags = Flags & { out: string; force?: boolean; fromDiscovery?: boolean };

/** `conform init`: writes a configuration file, commented or found out from a target; one that is there stays. */
export async function initCommand({ out, force, fromDiscovery, ...flags }: InitFlags): Promise<number> {
  const text = fromDiscovery
    ? await (await import('./discovered.js')).discoveredConfiguration(flags)
    : commentedConfiguration();
  await writeNew(out, text, { force: force === true });
  const kind = fromDiscovery
    ? 'It holds what was found out; the key stays in CONFORM_KEY.'
    : 'Every line in it is explained; what you leave out keeps its default.';
  process.stdout.write(`Wrote ${printable(out)}. ${kind}\n`);
  return 0;
}
