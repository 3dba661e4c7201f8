import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codePlace, isBuilt, packageRoot } from '../package-root.js';
import type { Description } from './types.js';

/** The package's own descriptions: read once, so that what is derived from them can be shared. */
let own: Promise<Description[]> | undefined;

/**
 * Loads every `v*.yaml` of a folder, resolves `extends`, checks everything and returns the versions in ascending
 * order.
 * @param folder default: the `spec` folder of the package, which the build has already read; its descriptions are
 * frozen
 * @throws DescriptionError with every mistake found, each at its file, line and column
 */
export async function loadDescriptions(folder?: string): Promise<Description[]> {
  if (folder !== undefined) return read(folder);
  own ??= loadOwn().then(frozen);
  return own;
}

const asBuilt = new WeakSet<readonly Description[]>();

/** Whether these are the package's own descriptions as the build read them: then what it derived from them is valid. */
export function isAsBuilt(descriptions: readonly Description[]): boolean {
  return asBuilt.has(descriptions);
}

async function loadOwn(): Promise<Description[]> {
  const folder = specFolder();
  const file = keptFile();
  const kept = file === null ? null : readKept(file, folder);
  if (kept) asBuilt.add(kept);
  return kept ?? read(folder);
}

/** Loaded late: the parser and the validator cost more than most commands. */
async function read(folder: string): Promise<Description[]> {
  const { readDescriptions } = await import('./read-folder.js');
  return readDescriptions(folder);
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** Descriptions that were read and checked, with the fingerprint of their files. */
interface Kept {
  fingerprint: string;
  descriptions: Description[];
}

/**
 * What is kept of the folder's files: reading and checking them takes a quarter of a second. Null if nothing is kept,
 * or a file has changed since.
 */
export function readKept(file: string, folder: string): Description[] | null {
  try {
    const { fingerprint, descriptions } = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    return fingerprint === fingerprintOf(folder) ? descriptions : null;
  } catch {
    return null;
  }
}

/** Keeps what was read from the folder. */
export function keep(file: string, folder: string, descriptions: Description[]): void {
  const kept: Kept = { fingerprint: fingerprintOf(folder), descriptions };
  writeFileSync(file, JSON.stringify(kept));
}

/** Where the build keeps the package's own descriptions; null in the source. */
export function keptFile(): string | null {
  return isBuilt ? codePlace('descriptions.json') : null;
}

/** Names and bytes of everything that the descriptions depend on, including the schema. */
function fingerprintOf(folder: string): string {
  const hash = createHash('sha256');
  const names = readdirSync(folder).filter((name) => /^v.*\.yaml$/.test(name));
  for (const name of [...names.sort(), join('schema', 'description.schema.json')]) {
    const bytes = readFileSync(join(folder, name));
    hash.update(`${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** The `spec` folder of the package. */
export function specFolder(): string {
  return join(packageRoot(), 'spec');
}
