import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPTION_ROWS } from '../configuration/option-table.js';
import type { Flags } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { specFolder } from '../description/load.js';
import { printable } from '../terminal-text.js';
import { refuseExisting, writeNew } from './write-new.js';

type InitFlags = Flags & { out: string; force?: boolean; fromDiscovery?: boolean };

/** `conform init`: writes a configuration file, commented or discovered from a target; an existing one stays. */
export async function initCommand({ out, force, fromDiscovery, ...flags }: InitFlags): Promise<number> {
  if (!fromDiscovery) refuseTarget(flags);
  // Before anything is sent: the target's webhook address is changed on the way.
  if (!force) refuseExisting(out);
  const text = fromDiscovery
    ? await (await import('./discovered.js')).discoveredConfiguration(flags)
    : commentedConfiguration();
  await writeNew(out, text, { force: force === true });
  const kind = fromDiscovery
    ? 'It holds what was discovered; keys stay out of it, except those that the configuration file named.'
    : 'Every line in it is explained; what you leave out keeps its default.';
  process.stdout.write(`Wrote ${printable(out)}. ${kind}\n`);
  return 0;
}

/** Refuses flags that the commented file would silently leave out. */
function refuseTarget(flags: Flags): void {
  const mistakes = OPTION_ROWS.flatMap(({ name, flags: spelled }) => {
    if (spelled === undefined || flags[name] === undefined) return [];
    const where = /--[\w-]+/.exec(spelled)?.[0] ?? '';
    const message = 'the commented file is the same for every target; expected --from-discovery with it';
    return [{ where, message }];
  });
  if (mistakes.length > 0) throw new UsageError(mistakes);
}

/** Text of a configuration file that shows every option, its meaning and its default; all of them commented out. */
export function commentedConfiguration(): string {
  return readFileSync(join(specFolder(), 'conform.config.example.yaml'), 'utf8');
}
