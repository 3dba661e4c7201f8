import { execFile as execFileWithCallback } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../package-root.js';

const execFile = promisify(execFileWithCallback);

export interface Compiled {
  /** The program as it is shipped. */
  program: string;
  remove(): Promise<void>;
}

/** For tests of memory: a loader of TypeScript would weigh more than the run. Leaves the package's own build alone. */
export async function compile(): Promise<Compiled> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-compiled-'));
  const root = packageRoot();
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const project = join(root, 'tsconfig.build.json');
  await execFile(process.execPath, [compiler, '-p', project, '--outDir', join(folder, 'dist')]);
  for (const name of ['spec', 'package.json', 'node_modules'])
    await symlink(join(root, name), join(folder, name));
  return {
    program: join(folder, 'dist/src/cli/main.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
