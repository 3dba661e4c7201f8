import { keptFile, readKept } from './kept.js';
import { specFolder } from './spec-folder.js';
import type { Description } from './types.js';

/** Those of the package: read once, for whoever has the same ones can share what follows from them. */
let own: Promise<Description[]> | undefined;

/**
 * Loads every `v*.yaml` of a folder, resolves `extends`, checks all of it and returns the versions in ascending order.
 * @param folder default: the `spec` folder of the package, which the build has read already; its descriptions are frozen
 * @throws DescriptionError with every mistake found, each at its file, line and column
 */
export async function loadDescriptions(folder?: string): Promise<Description[]> {
  if (folder !== undefined) return read(folder);
  own ??= loadOwn().then(frozen);
  return own;
}

async function loadOwn(): Promise<Description[]> {
  const folder = specFolder();
  const file = keptFile();
  return (file === null ? null : readKept(file, folder)) ?? read(folder);
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
