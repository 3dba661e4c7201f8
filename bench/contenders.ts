import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RunRecord } from '../src/record/types.js';
import type { Check } from './checks.js';
import type { Command } from './measure.js';
import type { Peer } from './peers/peer.js';

/** Something that does the job and is measured. */
export interface Contender {
  name: string;
  command: Command;
  /** How many times its own lower bound the last run took, as its record tells. */
  timesBound?: () => Promise<number>;
  /** The most memory that the last run held, MiB. */
  peakMib?: () => Promise<number>;
}

const ROOT = resolve(import.meta.dirname, '..');

/** The compiled checker over the cases of these ids. */
export function conform(
  ids: readonly string[],
  address: string,
  configFile: string,
  folder: string,
): Contender {
  const reports = join(folder, 'reports');
  return {
    name: 'conform',
    timesBound: async () => {
      const { durationMs, timing } = JSON.parse(
        await readFile(join(reports, 'results.json'), 'utf8'),
      ) as RunRecord;
      return durationMs / timing.lowerBoundMs;
    },
    command: {
      argv: [
        process.execPath,
        join(ROOT, 'dist/src/cli/main.js'),
        'run',
        ...['--config', configFile, '--base-url', address, '--out', reports, '--quiet'],
        ...['--quiet-window', '1s', '--grep', ...ids],
      ],
      cwd: ROOT,
    },
  };
}

/** The compiled checker as a user starts it, with all its cases: against the bundled service, or against one elsewhere. */
export function defaultRun(
  target: { address: string; configFile: string } | null,
  folder: string,
): Contender {
  const peak = join(folder, 'peak');
  return {
    name: 'conform',
    peakMib: async () => Number(await readFile(peak, 'utf8')) / 1_024,
    command: {
      argv: [
        process.execPath,
        ...['--import', join(import.meta.dirname, 'peak-memory.mjs')],
        join(ROOT, 'dist/src/cli/main.js'),
        ...['run', '--out', join(folder, 'reports')],
        ...(target ? ['--config', target.configFile, '--base-url', target.address] : []),
      ],
      cwd: folder,
      env: { BENCH_PEAK_FILE: peak },
    },
  };
}

/** The plain script over a plan. */
export async function bound(plan: object, address: string, folder: string): Promise<Contender> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'plan.json'), JSON.stringify(plan));
  const argv = [
    process.execPath,
    join(import.meta.dirname, 'bound.mjs'),
    join(folder, 'plan.json'),
    address,
    join(folder, 'out.json'),
  ];
  return { name: 'plain Node', command: { argv, cwd: folder } };
}

export async function peer(
  { name, suite, env }: Peer,
  bin: string,
  checks: readonly Check[],
  address: string,
  folder: string,
): Promise<Contender> {
  const { files, argv } = suite(checks, address);
  await mkdir(folder, { recursive: true });
  await Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(folder, file), text)));
  return { name, command: { argv: [bin, ...argv], cwd: folder, ...(env && { env }) } };
}
