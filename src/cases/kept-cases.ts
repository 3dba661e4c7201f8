import { readFileSync, writeFileSync } from 'node:fs';
import { isAsBuilt } from '../description/load.js';
import type { Description } from '../description/types.js';
import { codePlace } from '../package-root.js';
import type { Case } from './types.js';

/**
 * The cases that the build derived from the package's own descriptions; null for others, and for those that have changed
 * since.
 */
export function readKeptCases(descriptions: readonly Description[]): readonly Case[] | null {
  return isAsBuilt(descriptions) ? readCases(keptCases()) : null;
}

/** What is kept in the file; null where it cannot be read: the cases can always be derived. */
export function readCases(file: string): readonly Case[] | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Case[];
  } catch {
    return null;
  }
}

/** Keeps what was derived. A case is plain data: what is read again is equal to it. */
export function keepCases(file: string, cases: readonly Case[]): void {
  writeFileSync(file, JSON.stringify(cases));
}

/** Where the build keeps the cases. */
export function keptCases(): string {
  return codePlace('cases.json');
}
