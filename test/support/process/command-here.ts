import { conform } from '../../../src/cli/program.js';
import { type Ended, environment } from './command-line.js';

/**
 * For tests: runs the command line in a folder, but in this process, for to start one takes longer than most commands do.
 * It is for what is no matter of the process: not for signals, memory, closed pipes, nor what it does to V8. One at a time.
 */
export function conformHere(
  folder: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const ended = last.then(() => command(folder, args, env));
  last = ended.catch(() => undefined);
  return ended;
}

let last: Promise<unknown> = Promise.resolve();

async function command(folder: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const { env: ownEnvironment, exitCode } = process;
  const ownFolder = process.cwd();
  const stdout = takeOver(process.stdout);
  const stderr = takeOver(process.stderr);
  process.chdir(folder);
  process.env = environment(env);
  process.exitCode = 0;
  try {
    await conform(args);
    return { code: Number(process.exitCode), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = exitCode;
    process.env = ownEnvironment;
    process.chdir(ownFolder);
    stdout.giveBack();
    stderr.giveBack();
  }
}

/** What is written to a stream is kept until it is given back. */
function takeOver(stream: NodeJS.WriteStream): { text(): string; giveBack(): void } {
  const { write } = stream;
  let text = '';
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
  return {
    text: () => text,
    giveBack: () => {
      stream.write = write;
    },
  };
}
