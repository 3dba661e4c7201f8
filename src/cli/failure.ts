/** Ends the process with a code once its output is written. */
export function exitWith(code: number): void {
  process.exitCode = code;
}

/** Prints why a command could not do its work, in a sentence or two, and says the exit code. */
export function report(error: unknown): number {
  const { message, hint, exitCode } = readable(error);
  process.stderr.write(`conform: ${message}\n`);
  if (hint) process.stderr.write(`  ${hint}\n`);
  return exitCode;
}

/** Errors that know their exit code are for people; any other one is a fault of ours and shows where. */
function readable(error: unknown): { message: string; hint: string | null; exitCode: number } {
  if (!(error instanceof Error)) return { message: String(error), hint: null, exitCode: 5 };
  const { exitCode, hint } = error as { exitCode?: unknown; hint?: unknown };
  if (typeof exitCode === 'number')
    return { message: error.message, hint: typeof hint === 'string' ? hint : null, exitCode };
  if (error.name === 'DescriptionError') return { message: error.message, hint: null, exitCode: 2 };
  if (error.name === 'ReportError') return { message: error.message, hint: null, exitCode: 5 };
  return {
    message: `a fault in conform itself: ${error.stack ?? error.message}`,
    hint: 'Please report it.',
    exitCode: 5,
  };
}
