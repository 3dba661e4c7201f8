import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../src/package-root.js';

/** Folder below the temporary one of a run of the tests, which removes it. */
export const COMPILED = 'conform-compiled';

/**
 * The program as it is shipped: a loader of TypeScript would take longer, and more memory, than most of what it is called
 * for. The first test of a run that asks compiles it, for all; the package's own build is left alone.
 */
export function compiledProgram(): string {
  const folder = join(tmpdir(), COMPILED);
  if (!existsSync(folder)) compileInto(folder);
  return join(folder, 'dist/src/cli/main.js');
}

function compileInto(folder: string): void {
  const own = mkdtempSync(`${folder}-`);
  const root = packageRoot();
  for (const name of ['spec', 'package.json', 'node_modules']) symlinkSync(join(root, name), join(own, name));
  // The types are checked elsewhere.
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), join(own, 'dist'), '--quickly'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    renameSync(own, folder);
  } catch {
    // Another process of the same run was quicker.
    rmSync(own, { recursive: true });
  }
}
