import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codePlace, isBuilt } from '../package-root.js';
import type { Description } from './types.js';

/** Descriptions that were read and checked, with the fingerprint of the files they were made of. */
interface Kept {
  fingerprint: string;
  descriptions: Description[];
}

/**
 * What is kept of the folder's files: to read and check them takes a quarter of a second.
 * Null where nothing is kept, or a file has changed since.
 */
export function readKept(file: string, folder: string): Description[] | null {
  try {
    const { fingerprint, descriptions } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    return fingerprint === fingerprintOf(folder) ? descriptions : null;
  } catch {
    return null;
  }
}

/** Keeps what was read out of the folder. */
export function keep(file: string, folder: string, descriptions: Description[]): void {
  const kept: Kept = { fingerprint: fingerprintOf(folder), descriptions };
  writeFileSync(file, JSON.stringify(kept));
}

/** Where the build keeps the package's own descriptions; null in the source. */
export function keptFile(): string | null {
  return isBuilt ? codePlace('descriptions.json') : null;
}

/** Names and bytes of all that the descriptions depend on, the schema included. */
function fingerprintOf(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter((name) => /^v.*\.yaml$/.test(name));
  for (const name of [...names.sort(), join('schema', 'description.schema.json')]) {
    const bytes = readFileSync(join(folder, name));
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
