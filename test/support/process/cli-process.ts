import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationText } from '../../../src/configuration/text.js';
import type { Description } from '../../../src/description/types.js';
import { settingsFor } from '../../../src/run/reference-settings.js';
import type { HostileTarget } from '../hostile/target.js';
import { compiledProgram } from './compiled.js';

/** A `conform` of its own process, as a user starts it. */
export interface CliProcess {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  /** Resolves when standard error holds the text. */
  says(text: string): Promise<void>;
  /** Exit code and how long it took from `since` (default: the start), milliseconds. */
  ended: Promise<{ code: number | null; signal: string | null; at: number }>;
  /** Greatest memory of the process, bytes; known when it has ended. */
  peakMemory(): Promise<number>;
}

/** Tells the greatest memory of its process when that ends. */
const MEASURE = `data:text/javascript,${encodeURIComponent(
  "import{writeFileSync}from'node:fs';const file=process.env.PEAK_FILE;" +
    "if(file)process.on('exit',()=>writeFileSync(file,String(process.resourceUsage().maxRSS*1024)))",
)}`;

export interface CliOptions {
  cwd: string;
  /** Its `main.js`; default: compiled for the tests. */
  program?: string;
  env?: Record<string, string>;
}

/** Starts `conform`. */
export function startCli(
  args: readonly string[],
  { cwd, program = compiledProgram(), env = {} }: CliOptions,
): CliProcess {
  const peakFile = join(cwd, 'peak-memory');
  const child = spawn(process.execPath, ['--import', MEASURE, program, ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      PEAK_FILE: peakFile,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that gives up must leave no process behind.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  const stderr = child.stderr?.setEncoding('utf8');
  stderr?.on('data', (text: string) => {
    output.stderr += text;
  });
  return {
    child,
    output,
    async says(text) {
      while (!output.stderr.includes(text)) {
        if (child.exitCode !== null) throw new Error(`It ended before it said "${text}": ${output.stderr}`);
        await Promise.race([once(child.stderr ?? child, 'data'), once(child, 'exit')]);
      }
    },
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal, at: performance.now() })),
    peakMemory: async () => Number(await readFile(peakFile, 'utf8')),
  };
}

/** A folder with a configuration file that checks the target. */
export async function folderFor(
  target: HostileTarget,
  descriptions: readonly Description[],
  key = target.service.keys.main,
): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-cli-'));
  const own = settingsFor(target.service, descriptions);
  const settings = { ...own, target: { ...own.target, baseUrl: target.front.url, key } };
  await writeFile(join(folder, 'conform.config.yaml'), configurationText(settings, null));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
