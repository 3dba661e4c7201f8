import { readFileSync } from 'node:fs';
import type { Flags } from '../configuration/settings.js';
import { discoveredText } from '../configuration/text.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { examine } from '../run/doctor.js';
import { openTarget } from '../run/open-target.js';
import { PreflightReport } from '../run/preflight/context.js';
import { Interrupted, Interruption } from './ending.js';
import { Progress } from './progress.js';

/**
 * Asks a target what the interface does not show, and returns a configuration file with the answers: the one that named
 * the target, if there is one, and otherwise a new one. A key that was no part of it stays out. Throws the NoVerdict that a
 * run would end with.
 */
export async function discoveredConfiguration(flags: Flags): Promise<string> {
  const interruption = new Interruption(true);
  const target = await openTarget(flags);
  try {
    if (target.bundled)
      throw new NoVerdict(
        EXIT.usage,
        'no-target',
        'There is nothing to discover.',
        '--base-url names the target to ask.',
      );
    const progress = new Progress({ quiet: false, verbose: true, live: false });
    const report = new PreflightReport((line) => progress.preflight(line));
    const { dialect } = await examine({ ...target, report, signal: interruption.signal });
    const { configuration } = target;
    if (configuration.file === null) return `${HEADER}${discoveredText(configuration.target, dialect)}`;
    return discoveredText(configuration.target, dialect, readFileSync(configuration.file, 'utf8'));
  } catch (error) {
    const interrupted = interruption.exitCode();
    throw interrupted === null ? error : new Interrupted(interrupted);
  } finally {
    await target.close();
    interruption.stopListening();
  }
}

const HEADER = `# What conform found out about a target. Check it, and keep it beside your tests: the next run need not look for it again.
# The key is taken from the environment. conform init without --from-discovery writes all options, each explained.
`;
