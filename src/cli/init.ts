import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPTION_ROWS } from '../configuration/option-table.js';
import { discoveredText } from '../configuration/text.js';
import { UsageError } from '../configuration/usage-error.js';
import { specFolder } from '../description/load.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { examine } from '../run/doctor.js';
import { PreflightReport } from '../run/preflight/report.js';
import { printable } from '../terminal-text.js';
import { Interrupted, Interruption } from './interruption.js';
import { Progress } from './progress.js';
import { type Flags, openTarget } from './target.js';
import { refuseExisting, writeNew } from './write-new.js';

type InitFlags = Flags & { out: string; force?: boolean; fromDiscovery?: boolean };

/** `conform init`: writes a configuration file, commented or discovered from a target; an existing one stays. */
export async function initCommand({ out, force, fromDiscovery, ...flags }: InitFlags): Promise<number> {
  if (!fromDiscovery) refuseTarget(flags);
  // Before anything is sent: the target's webhook address is changed on the way.
  if (!force) refuseExisting(out);
  const text = fromDiscovery ? await discoveredConfiguration(flags) : commentedConfiguration();
  await writeNew(out, text, { force: force === true });
  const kind = fromDiscovery
    ? 'It holds what was discovered; the key stays in CONFORM_KEY.'
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

/**
 * Asks a target what the interface does not show, and returns a configuration file with the answers. The key stays
 * out of the file. Throws the NoVerdict that a run would end with.
 */
async function discoveredConfiguration(flags: Flags): Promise<string> {
  const interruption = new Interruption();
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
    return `${HEADER}${discoveredText(target.configuration.target, dialect)}`;
  } catch (error) {
    const interrupted = interruption.exitCode();
    throw interrupted === null ? error : new Interrupted(interrupted);
  } finally {
    await target.close();
    interruption.stopListening();
  }
}

const HEADER = `# What conform found out about a target. Check it, and keep it beside your tests: the next run need not seek again.
# The key is taken from the environment. conform init without --from-discovery writes all options, each explained.
`;
