import { EXIT } from '../exit-codes.js';
import { withoutCommands } from '../reporters/text/escapes.js';

/** Ends the process with a code once its output is written. */
export function exitWith(code: number): void {
  process.exitCode = code;
}

/** Prints in a sentence or two why a command failed, and returns the exit code. */
export function report(error: unknown): number {
  const { message, hint, exitCode } = readable(error);
  process.stderr.write(withoutCommands(`conform: ${message}\n${hint ? `  ${hint}\n` : ''}`));
  return exitCode;
}

/** Errors with an exit code are for people; any other is a bug and shows its stack. */
function readable(error: unknown): { message: string; hint: string | null; exitCode: number } {
  if (!(error instanceof Error)) return { message: String(error), hint: null, exitCode: EXIT.fault };
  const { exitCode, hint } = error as { exitCode?: unknown; hint?: unknown };
  if (typeof exitCode === 'number')
    return { message: error.message, hint: typeof hint === 'string' ? hint : null, exitCode };
  if (error.name === 'DescriptionError') return { message: error.message, hint: null, exitCode: EXIT.usage };
  if (error.name === 'ReportError') {
    // The CI system names the file for the summary of a job.
    const hint = error.message.startsWith('GITHUB_') ? null : '--out DIR writes the reports elsewhere.';
    return { message: error.message, hint, exitCode: EXIT.fault };
  }
  const machine = machineFault(error as NodeJS.ErrnoException);
  if (machine) return { ...machine, exitCode: EXIT.fault };
  return {
    message: `a fault in conform itself: ${error.stack ?? error.message}`,
    hint: 'Please report it.',
    exitCode: EXIT.fault,
  };
}

/** What the machine lacks, which says nothing about the target. */
function machineFault({
  code,
  syscall,
  message,
}: NodeJS.ErrnoException): { message: string; hint: string } | null {
  // A thread that cannot start gives the reason only in its message.
  const [reason = code] = code === NO_THREAD ? (/\bE[MN]FILE\b/.exec(message) ?? []) : [];
  const tooFew =
    reason === 'EMFILE' || reason === 'ENFILE' ? reason : reason === NOT_FOUND ? tooLowLimit() : null;
  if (tooFew !== null)
    return {
      message: `This machine allows too few open files and connections (${tooFew}).`,
      hint: 'Raise the limit (ulimit -n 1024), or lower --concurrency.',
    };
  if (syscall === 'uv_cwd')
    return {
      message: 'The current folder no longer exists.',
      hint: 'Change to an existing folder and run again.',
    };
  return code === 'ENOSPC'
    ? { message: 'No space is left on the device (ENOSPC).', hint: '--out names another folder.' }
    : null;
}

const NO_THREAD = 'ERR_WORKER_INIT_FAILED';
/** Node also says this about a module whose folder it could not open. */
const NOT_FOUND = 'ERR_MODULE_NOT_FOUND';

/** A run opens fewer files than this; systems allow many more, unless somebody has changed that. */
const ENOUGH_FILES = 128;

/** The limit in words, where it may be the cause. */
function tooLowLimit(): string | null {
  const { userLimits } = process.report.getReport() as { userLimits?: Limits };
  const limit = Number(userLimits?.open_files?.soft);
  return limit < ENOUGH_FILES ? `a limit of ${limit}` : null;
}

interface Limits {
  open_files?: { soft: number | string };
}
