import { readFileSync, writeFileSync } from 'node:fs';
import { isAsBuilt } from '../description/load.js';
import type { Description } from '../description/types.js';
import { codePlace } from '../package-root.js';
import type { Case } from './types.js';

/**
 * The cases that the build derived from the package's own descriptions; null for others, and for those that have changed
 * since.
 */
export function builtCases(descriptions: readonly Description[]): readonly Case[] | null {
  return isAsBuilt(descriptions) ? readCases(builtCasesFile()) : null;
}

/** What the file holds; null if it cannot be read: the cases can always be derived. */
export function readCases(file: string): readonly Case[] | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Case[];
  } catch {
    return null;
  }
}

/** Writes what was derived. A case is plain data, so what is read back is equal to it. */
export function writeCases(file: string, cases: readonly Case[]): void {
  writeFileSync(file, JSON.stringify(cases));
}

/** Where the build puts the cases. */
export function builtCasesFile(): string {
  return codePlace('cases.json');
}
