import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the package, wherever this file runs from: the source, or the build below `dist`. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

/** Whether this is the build and not the source. The build puts files together, so no file knows its place. */
export const isBuilt = import.meta.url.endsWith('.js');

/** A place in the package's own code, by its path in the source: a folder, or a file with the extension `.ts`. */
export function codePlace(path: string): string {
  return isBuilt ? join(packageRoot(), 'dist', path.replace(/\.ts$/, '.js')) : join(packageRoot(), path);
}

/** Name and version of the package. */
export function packageIdentity(): { name: string; version: string } {
  const { name, version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  return { name, version };
}
