import { keptFile, readKept } from './kept.js';
import { specFolder } from './spec-folder.js';
import type { Description } from './types.js';

/**
 * Loads every `v*.yaml` of a folder, resolves `extends`, checks all of it and returns the versions in ascending order.
 * @param folder default: the `spec` folder of the package, which the build has read already
 * @throws DescriptionError with every mistake found, each at its file, line and column
 */
export async function loadDescriptions(folder?: string): Promise<Description[]> {
  const file = folder === undefined ? keptFile() : null;
  const kept = file === null ? null : readKept(file, specFolder());
  if (kept) return kept;
  // Loaded late: the parser and the validator cost more than most commands.
  const { readDescriptions } = await import('./read-folder.js');
  return readDescriptions(folder ?? specFolder());
}
