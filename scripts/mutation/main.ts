import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

/**
 * Mutation tests of our own judging code, with Stryker: `npm run mutation [FOLDER…]`, default engine, cases and dialect.
 * Stryker brings 140 packages, so it is no dependency: it is installed into a temporary folder for this one run, and
 * shares the project's Vitest. Prints the score; what survives stands in reports/mutation.html.
 */
const STRYKER = '9.6.1';
const MOST_MINUTES = 45;

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['src/engine', 'src/cases', 'src/dialect'];
const root = packageRoot();
const folder = await mkdtemp(join(tmpdir(), 'conform-mutation-'));
const modules = join(folder, 'node_modules');

try {
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${STRYKER}`);
  const how = ['--prefix', folder, '--no-audit', '--no-fund', '--legacy-peer-deps'];
  execFileSync('npm', ['install', ...how, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] });
  await symlink(join(root, 'node_modules', 'vitest'), join(modules, 'vitest'), 'dir');
  const stryker = spawn(
    process.execPath,
    [
      join(modules, '@stryker-mutator/core/bin/stryker.js'),
      'run',
      join('scripts', 'mutation', 'stryker.json'),
      ...['--plugins', join(modules, '@stryker-mutator/vitest-runner/dist/src/index.js')],
      ...['--mutate', [...folders.map((one) => `${one}/**/*.ts`), '!src/**/*.test.ts'].join(',')],
    ],
    { cwd: root, stdio: 'inherit', timeout: MOST_MINUTES * 60_000 },
  );
  const [code] = (await once(stryker, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await rm(folder, { recursive: true, force: true });
  await rm(join(root, '.stryker-tmp'), { recursive: true, force: true });
}
