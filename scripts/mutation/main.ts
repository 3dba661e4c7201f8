import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { type Report, type Tally, tally, told } from './score.js';

/**
 * Mutation tests of our own judging code, with Stryker: `npm run mutation [FOLDER…]`, default engine, cases and dialect,
 * one after the other, each by the tests that stand in it. Prints the score of each and of all; what survives stands in
 * reports/mutation-FOLDER.html. Stryker brings 140 packages, so it is no dependency: it is installed into a temporary
 * folder for this one run, and shares the project's Vitest.
 *
 * Left out: words for people (words.mjs, and procedure.ts, which is nothing else); string literals, for nearly all are
 * members of closed sets, where another text does not compile, and the ids and codes that are none stand in the tests'
 * listings; what runs when a module is loaded, which would need a process for each mutant.
 */
const STRYKER = '9.6.1';
/** Of one folder. */
const MOST_MINUTES = 45;

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['src/engine', 'src/cases', 'src/dialect'];
const root = packageRoot();
const temporary = await mkdtemp(join(tmpdir(), 'conform-mutation-'));
const modules = join(temporary, 'node_modules');

try {
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${STRYKER}`);
  const how = ['--prefix', temporary, '--no-audit', '--no-fund', '--legacy-peer-deps'];
  execFileSync('npm', ['install', ...how, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] });
  await symlink(join(root, 'node_modules', 'vitest'), join(modules, 'vitest'), 'dir');
  await mkdir(join(root, 'reports'), { recursive: true });
  const tallies: Tally[] = [];
  for (const folder of folders) tallies.push(await measured(folder));
  process.stdout.write(told(tallies));
} finally {
  await rm(temporary, { recursive: true, force: true });
}

async function measured(folder: string): Promise<Tally> {
  const started = performance.now();
  const report = join(root, 'reports', `mutation-${folder.replaceAll('/', '-')}`);
  const common: object = JSON.parse(await readFile(new URL('stryker.json', import.meta.url), 'utf8'));
  const configuration = {
    ...common,
    mutate: [`${folder}/**/*.ts`, '!src/**/*.test.ts', '!src/cases/procedure.ts'],
    plugins: [
      join(modules, '@stryker-mutator/vitest-runner/dist/src/index.js'),
      join(root, 'scripts/mutation/words.mjs'),
    ],
    tempDirName: join(temporary, 'sandbox'),
    htmlReporter: { fileName: `${report}.html` },
    jsonReporter: { fileName: `${report}.json` },
  };
  const file = join(temporary, 'stryker.json');
  await writeFile(file, JSON.stringify(configuration));
  const stryker = spawn(
    process.execPath,
    [join(modules, '@stryker-mutator/core/bin/stryker.js'), 'run', file],
    {
      cwd: root,
      stdio: 'inherit',
      timeout: MOST_MINUTES * 60_000,
      env: { ...process.env, MUTATED_FOLDER: folder },
    },
  );
  const [code] = (await once(stryker, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`Stryker did not come to an end in ${folder} (exit code ${code}).`);
  const { files } = JSON.parse(await readFile(`${report}.json`, 'utf8')) as Report;
  return tally(folder, files, (performance.now() - started) / 60_000);
}
