import { type ChildProcess, execFile, spawn } from 'node:child_process';
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
  stop(): Promise<void>;
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
export async function serve(folder: string, args: string[], program = compiledProgram()): Promise<Served> {
  const child = spawn(process.execPath, [program, 'serve', ...args], {
    cwd: folder,
    env: environment(),
  });
  const printed = await untilPrinted(child, 'End it with Ctrl-C');
  return {
    printed,
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { GITHUB_ACTIONS: _, CONFORM_KEY: __, ...env } = process.env;
  return { ...env, NO_COLOR: '1', ...more };
}

async function untilPrinted(child: ChildProcess, text: string): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    if (printed.includes(text)) break;
  }
  return printed;
}
