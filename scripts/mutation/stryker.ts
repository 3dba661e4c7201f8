import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part } from './parts.js';

const VERSION = '9.6.1';
/** Of one part. */
const MOST_MINUTES = 60;

/** Stryker brings 140 packages, so it is no dependency: it is installed for one run, and shares the project's Vitest. */
export class Stryker {
  private constructor(
    private readonly root: string,
    private readonly temporary: string,
    private readonly modules: string,
  ) {}

  static async install(root: string): Promise<Stryker> {
    const temporary = await mkdtemp(join(tmpdir(), 'conform-mutation-'));
    const modules = join(temporary, 'node_modules');
    const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
    const how = ['--prefix', temporary, '--no-audit', '--no-fund', '--legacy-peer-deps'];
    execFileSync('npm', ['install', ...how, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] });
    await symlink(join(root, 'node_modules', 'vitest'), join(modules, 'vitest'), 'dir');
    await mkdir(join(root, 'reports'), { recursive: true });
    return new Stryker(root, temporary, modules);
  }

  /** Changes the part, and writes its reports. Throws when that does not come to an end. */
  async measure({ path, tests, files, report }: Part): Promise<void> {
    const common: object = JSON.parse(await readFile(new URL('stryker.json', import.meta.url), 'utf8'));
    const configuration = {
      ...common,
      mutate: [files, '!src/**/*.test.ts', '!src/cases/words/**'],
      plugins: [
        join(this.modules, '@stryker-mutator/vitest-runner/dist/src/index.js'),
        join(import.meta.dirname, 'words.mjs'),
      ],
      tempDirName: join(this.temporary, 'sandbox'),
      htmlReporter: { fileName: join(this.root, 'reports', `${report}.html`) },
      jsonReporter: { fileName: join(this.root, 'reports', `${report}.json`) },
    };
    const file = join(this.temporary, 'stryker.json');
    await writeFile(file, JSON.stringify(configuration));
    const program = join(this.modules, '@stryker-mutator/core/bin/stryker.js');
    const stryker = spawn(process.execPath, [program, 'run', file], {
      cwd: this.root,
      stdio: 'inherit',
      timeout: MOST_MINUTES * 60_000,
      env: { ...process.env, MUTATED_FOLDER: tests },
    });
    const [code] = (await once(stryker, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`Stryker did not come to an end in ${path} (exit code ${code}).`);
  }

  async remove(): Promise<void> {
    await rm(this.temporary, { recursive: true, force: true });
  }
}
