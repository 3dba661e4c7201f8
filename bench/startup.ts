import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { HOSTILE_YAML } from '../test/support/hostile/yaml.js';
import { type CpuProfile, shares } from './cpu-profile.js';
import { machine } from './machine.js';
import { median } from './statistics.js';

const run = promisify(execFile);
const ROUNDS = 9;
const WITHIN_MS = 500;
const ROOT = resolve(import.meta.dirname, '..');
const CONFORM = join(ROOT, 'dist/src/cli/main.js');
/** The larger modules, by what needs them. */
const MODULES = [
  '@vitest/runner',
  'undici',
  'fastify',
  'selfsigned',
  'ajv',
  'yaml',
  '@fastify/static',
  'commander',
  'preact',
];

/** A configuration that is refused may cost so much more than a short one. */
const REFUSED_MS = 100;

/**
 * Where the start of a run goes: what `--help` costs, what a hostile configuration costs, what each module costs alone,
 * what holds the processor at first.
 */
process.stdout.write(`${machine()}\n\n`);
await help();
await hostileFiles();
await modules();
await profile();

async function help(): Promise<void> {
  const empty: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    empty.push(await wall(['-e', '0']));
    own.push(await wall([CONFORM, '--help']));
  }
  const limit = 1.5 * median(empty) + 60;
  process.stdout.write(
    `node -e 0       ${ms(median(empty))}\nconform --help  ${ms(median(own))} (1.5 × node -e 0 + 60 ms is ${ms(limit).trim()})\n\n`,
  );
}

async function hostileFiles(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-startup-'));
  const unknown = Array.from({ length: 1_990 }, (_, at) => `k${at}: 1`);
  try {
    const broken = await refusing(folder, 'a: 1\na: 2');
    const oneUnknown = await refusing(folder, unknown[0] as string);
    process.stdout.write(`Refusing a configuration, beyond a short one (${REFUSED_MS} ms at most), median\n`);
    const files = HOSTILE_YAML.map(({ what, text }) => ({ what, text, short: broken }));
    for (const { what, text, short } of [
      ...files,
      { what: 'many unknown keys', text: unknown.join('\n'), short: oneUnknown },
    ]) {
      const more = (await refusing(folder, text)) - short;
      if (more > REFUSED_MS) process.exitCode = 1;
      process.stdout.write(`${ms(more)}  ${what}${more > REFUSED_MS ? '  TOO LONG' : ''}\n`);
    }
    process.stdout.write('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function refusing(folder: string, text: string): Promise<number> {
  const file = join(folder, 'conform.config.yaml');
  await writeFile(file, text);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await wall([CONFORM, '--config', file], 2));
  return median(times);
}

async function modules(): Promise<void> {
  process.stdout.write('Import in a fresh process, median\n');
  for (const name of MODULES) {
    const script = `const t = performance.now(); await import('${name}'); console.log(performance.now() - t)`;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT });
      times.push(Number(stdout));
    }
    process.stdout.write(`${ms(median(times))}  ${name}\n`);
  }
}

async function profile(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-startup-'));
  try {
    const file = join(folder, 'main.cpuprofile');
    const profiler = join(import.meta.dirname, 'profiler.mjs');
    const argv = ['--import', profiler, CONFORM, 'run', '--quiet', '--out', join(folder, 'reports')];
    await run(process.execPath, argv, { cwd: ROOT, env: { ...process.env, CONFORM_PROFILE: file } });
    const parsed = JSON.parse(await readFile(file, 'utf8')) as CpuProfile;
    process.stdout.write(`\nFirst ${WITHIN_MS} ms of a run on the reference service, by owner\n`);
    for (const [owner, time] of shares(parsed, WITHIN_MS).slice(0, 20))
      process.stdout.write(`${ms(time)}  ${owner}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function wall(argv: string[], exitCode = 0): Promise<number> {
  const started = performance.now();
  const code = await run(process.execPath, argv, { cwd: ROOT }).then(
    () => 0,
    ({ code }) => code,
  );
  if (code !== exitCode) throw new Error(`${argv.join(' ')} ended with ${code}, not with ${exitCode}.`);
  return performance.now() - started;
}

function ms(value: number): string {
  return `${value.toFixed(0).padStart(5)} ms`;
}
