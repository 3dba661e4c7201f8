import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

export interface Command {
  argv: string[];
  cwd: string;
  env?: Record<string, string>;
}

export interface Measured {
  wallMs: number;
  /** User and system time of the process and its children, milliseconds. */
  cpuMs: number;
  exitCode: number;
  /** Last lines of its output, for the case that it fails. */
  output: string;
}

/** The shell's `times` tells what its children cost, grandchildren included. */
const SCRIPT = 'out=$1; shift; "$@"; code=$?; times > "$out"; exit $code';

/** Runs a command as a whole process and measures it. `scratch`: file for the measurement. */
export async function measure({ argv, cwd, env = {} }: Command, scratch: string): Promise<Measured> {
  const started = performance.now();
  const child = spawn('sh', ['-c', SCRIPT, 'sh', scratch, ...argv], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-2_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [exitCode] = (await once(child, 'close')) as [number];
  const wallMs = performance.now() - started;
  return { wallMs, cpuMs: cpuOf(await readFile(scratch, 'utf8')), exitCode, output };
}

function cpuOf(times: string): number {
  const [, children = ''] = times.trim().split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)]
    .map(([, minutes, seconds]) => Number(minutes) * 60_000 + Number(seconds) * 1_000)
    .reduce((sum, value) => sum + value, 0);
}
