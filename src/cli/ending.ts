import { setMaxListeners } from 'node:events';
import { UsageError } from '../configuration/usage-error.js';
import { EXIT } from '../exit-codes.js';
import { withoutCommands } from '../reporters/text/escapes.js';

type InterruptedCode = (typeof EXIT)['SIGINT' | 'SIGTERM'];

/** A command was interrupted and has nothing to show. */
export class Interrupted extends Error {
  constructor(readonly exitCode: InterruptedCode) {
    super('Interrupted.');
  }
}

const STOPPING = 'Stopping: abandoning what is under way. A second signal exits at once.\n';
const ENDED = 'The run has ended; writing the reports. A second signal exits at once.\n';

/** A signal to the whole process group is passed on by parents such as timeout and npm: it comes twice, and is one. */
const SAME_SIGNAL_MS = 500;

/** Listens for the signals that end a run. The first ends it gracefully, the second at once. */
export class Interruption {
  private readonly controller = new AbortController();
  private received: 'SIGINT' | 'SIGTERM' | null = null;
  private receivedAt = 0;
  private ended = false;
  private readonly onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (signal === this.received && performance.now() - this.receivedAt < SAME_SIGNAL_MS) return;
    if (this.received) process.exit(EXIT[signal]);
    this.received = signal;
    this.receivedAt = performance.now();
    if (this.announces) process.stderr.write(this.ended ? ENDED : STOPPING);
    this.controller.abort();
  };

  /** The terminal is gone: the run ends as if it had been asked to. */
  private readonly onHangUp = (): void => this.onSignal('SIGTERM');

  /** @param announces whether the first signal is acknowledged: what it ends may take a moment */
  constructor(private readonly announces = false) {
    // Every request and every wait of a run listens to it.
    setMaxListeners(0, this.controller.signal);
    process.on('SIGINT', this.onSignal);
    process.on('SIGTERM', this.onSignal);
    process.on('SIGHUP', this.onHangUp);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** What a signal could interrupt is done. */
  markEnded(): void {
    this.ended = true;
  }

  /** Null: none came. */
  receivedSignal(): 'SIGINT' | 'SIGTERM' | null {
    return this.received;
  }

  /** The exit code of a process that was interrupted; null: it was not. */
  exitCode(): InterruptedCode | null {
    return this.received && EXIT[this.received];
  }

  stopListening(): void {
    process.off('SIGINT', this.onSignal);
    process.off('SIGTERM', this.onSignal);
    process.off('SIGHUP', this.onHangUp);
  }
}

/**
 * Does the work of a command until it ends or is interrupted, after which it prints nothing more. Returns the exit
 * code.
 */
export async function interruptible(
  work: (interruption: Interruption) => Promise<number>,
  announces = true,
): Promise<number> {
  const interruption = new Interruption(announces);
  try {
    return await work(interruption);
  } catch (error) {
    return interruption.exitCode() ?? printError(error);
  } finally {
    interruption.stopListening();
  }
}

/** The code with which the process will end, once its output is written. */
export function setExitCode(code: number): void {
  process.exitCode = code;
}

/** Prints in a sentence or two why a command failed, and returns the exit code. */
export function printError(error: unknown): number {
  const { message, hint, exitCode } = readable(error);
  const mistakes = error instanceof UsageError ? message.split('\n') : [message];
  const lines = [...mistakes.map((mistake) => `conform: ${mistake}`), ...(hint ? [`  ${hint}`] : [])];
  process.stderr.write(withoutCommands(`${lines.join('\n')}\n`));
  return exitCode;
}

/** Errors with an exit code are for people; any other is a bug and shows its stack. */
function readable(error: unknown): { message: string; hint: string | null; exitCode: number } {
  if (!(error instanceof Error)) return { message: String(error), hint: null, exitCode: EXIT.checkerError };
  const { exitCode, hint } = error as { exitCode?: unknown; hint?: unknown };
  if (typeof exitCode === 'number')
    return { message: error.message, hint: typeof hint === 'string' ? hint : null, exitCode };
  if (error.name === 'DescriptionError') return { message: error.message, hint: null, exitCode: EXIT.usage };
  if (error.name === 'ReportError') {
    // The CI system names the file for the summary of a job.
    const hint = error.message.startsWith('GITHUB_') ? null : '--out DIR writes the reports elsewhere.';
    return { message: error.message, hint, exitCode: EXIT.checkerError };
  }
  const machine = machineFault(error as NodeJS.ErrnoException);
  if (machine) return { ...machine, exitCode: EXIT.checkerError };
  return {
    message: `a fault in conform itself: ${error.stack ?? error.message}`,
    hint: 'Please report it.',
    exitCode: EXIT.checkerError,
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
