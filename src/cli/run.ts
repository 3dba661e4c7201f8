import type { Flags } from '../configuration/settings.js';
import { NoVerdict } from '../exit-codes.js';
import type { WantedCases } from '../run/case-selection.js';
import { openTarget } from '../run/open-target.js';
import { Interruption, printError } from './ending.js';

/** `conform run`: checks, writes the reports, prints the summary. Returns the exit code. */
export async function runCommand(flags: Flags): Promise<number> {
  const interruption = new Interruption(true);
  try {
    const rest = () => import('./check-target.js');
    let wanted: Promise<WantedCases> | undefined;
    const target = await openTarget(flags, (settings) => {
      wanted = import('../run/case-selection.js').then(({ wantedCases }) =>
        wantedCases(settings.configuration, settings.descriptions),
      );
      // Its mistakes are reported once the service can be closed.
      wanted.catch(() => undefined);
    });
    const record = await rest()
      .then(async ({ checkTarget }) => checkTarget(target, interruption, await wanted))
      .finally(() => target.close());
    // Whatever comes now changes nothing about the run: its reports and its exit code say the same.
    interruption.markEnded();
    const { publish } = await rest();
    await publish(record, target.configuration.output);
    return record.exitCode;
  } catch (error) {
    const interrupted = interruption.exitCode();
    if (!interrupted) return printError(error);
    // An interrupted run has nothing more to say; reports that failed have.
    if (!(error instanceof NoVerdict)) printError(error);
    return interrupted;
  } finally {
    interruption.stopListening();
  }
}
