import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledProgram } from './compiled.js';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Served {
  /** What it printed until it was ready. */
  printed: string;
  /** Resolves with all that it printed as soon as that has the text. */
  until(text: string): Promise<string>;
  /** Sends a signal and waits for the end; default: that of Ctrl-C. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * For tests: runs the command line in a folder, as a user would.
 * @param program its `main.js`; default: compiled for the tests
 */
export function conform(
  folder: string,
  args: string[],
  env: Record<string, string> = {},
  program = compiledProgram(),
): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, env: environment(env), maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
      },
    );
  });
}

/** For tests: `conform serve`, ready when this resolves. */
export function serve(
  folder: string,
  args: string[],
  program = compiledProgram(),
  env: Record<string, string> = {},
): Promise<Served> {
  return serving(folder, ['serve', ...args], program, env);
}

/** For tests: a command that serves until it is interrupted, ready when this resolves. */
export async function serving(
  folder: string,
  args: string[],
  program = compiledProgram(),
  env: Record<string, string> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: environment(env),
  });
  let output = '';
  const more = new EventTarget();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      more.dispatchEvent(new Event('more'));
    });
  child.once('exit', () => more.dispatchEvent(new Event('more')));
  const until = async (text: string): Promise<string> => {
    while (!output.includes(text)) {
      if (child.exitCode !== null) throw new Error(`It ended without "${text}": ${output}`);
      await once(more, 'more');
    }
    return output;
  };
  return {
    printed: await until(args.includes('--json') ? '"ready"' : 'End it with Ctrl-C'),
    until,
    stop: async (signal = 'SIGINT') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await once(child, 'exit');
    },
  };
}

/** Variables of a command: none that make a difference to it but those that are given. */
export function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { GITHUB_ACTIONS: _, CONFORM_KEY: __, ...env } = process.env;
  return { ...env, NO_COLOR: '1', ...more };
}
