import type { Flags } from '../configuration/settings.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { count } from '../phrases.js';
import { nothingSelected } from '../run/case-selection.js';
import { examine } from '../run/doctor.js';
import { openTarget } from '../run/open-target.js';
import { PreflightReport } from '../run/preflight/context.js';
import { interruptible } from './ending.js';
import { print } from './print.js';
import { Progress } from './progress.js';

/**
 * `conform doctor`: the preflight alone, as lines or as JSON. 0: a run can begin; 3: a problem; else the exit code that a
 * run would have.
 */
export function doctorCommand(flags: Flags): Promise<number> {
  return interruptible(async (interruption) => {
    const target = await openTarget(flags);
    const { json } = target.configuration.output;
    const progress = new Progress(
      { quiet: false, verbose: true, live: false },
      (json ? process.stderr : process.stdout) as NodeJS.WriteStream,
    );
    const lines = new PreflightReport((line) => progress.preflight(line));
    const problems = (): number => lines.lines.filter(({ state }) => state === 'problem').length;
    const conclude = (said: string, cases: { exercised: number; skipped: number } | null): number => {
      const ready = problems() === 0;
      const whole = { ready, cases, lines: lines.lines };
      if (json) process.stdout.write(`${JSON.stringify(whole, null, 2)}\n`);
      else print(said);
      return ready ? EXIT.passed : EXIT.noVerdict;
    };
    try {
      const { exercised, skipped } = await examine({ ...target, report: lines, signal: interruption.signal });
      const interrupted = interruption.exitCode();
      if (interrupted) return interrupted;
      if (exercised === 0) throw nothingSelected(skipped, 'Each reason is listed above.');
      return conclude(conclusion(problems(), exercised, skipped), { exercised, skipped });
    } catch (error) {
      // A mistake in the request itself says nothing about the target.
      if (!(error instanceof NoVerdict) || error.exitCode !== EXIT.noVerdict) throw error;
      lines.problem(error.code, error.message, error.hint ?? undefined);
      return conclude(notReady(problems()), null);
    } finally {
      await target.close();
    }
  });
}

/** The last line: whether a run can begin, and how much of it. */
function conclusion(problems: number, exercised: number, skipped: number): string {
  if (problems > 0) return notReady(problems);
  return skipped === 0
    ? `ready: ${exercised === 1 ? 'the one case' : `all ${exercised} cases`} can be exercised`
    : `ready: ${exercised} of ${exercised + skipped} cases can be exercised; the others are skipped for the reasons above`;
}

function notReady(problems: number): string {
  return `not ready: ${count(problems, 'problem')} above`;
}
