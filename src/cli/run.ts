import { Stop } from '../run/stop.js';
import { report } from './failure.js';
import { Interruption } from './interruption.js';
import { type Flags, openTarget } from './target.js';

/** `conform run`: checks, writes the reports, prints the summary. Returns the exit code. */
export async function runCommand(flags: Flags): Promise<number> {
  const interruption = new Interruption();
  try {
    const rest = () => import('./check.js');
    // While the bundled service starts in a thread of its own, the rest is loaded.
    const target = await openTarget(flags, () => void rest());
    const record = await rest()
      .then(({ check }) => check(target, interruption))
      .finally(() => target.close());
    const { publish } = await rest();
    await publish(record, target.configuration.output);
    return record.exitCode;
  } catch (error) {
    const interrupted = interruption.exitCode();
    if (!interrupted) return report(error);
    // A run that stops because it was interrupted has nothing more to say; reports that failed have.
    if (!(error instanceof Stop)) report(error);
    return interrupted;
  } finally {
    interruption.stopListening();
  }
}
