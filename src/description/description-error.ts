import { closest } from '../yaml/closest.js';
import { type Problem, printProblems } from '../yaml/located.js';

/** The description of the interface contains mistakes; each with its place. */
export class DescriptionError extends Error {
  override name = 'DescriptionError';
  constructor(readonly problems: Problem[]) {
    super(printProblems(problems));
  }
}

/** A mistake found in the plain data, by its path. */
export interface Mistake {
  path: string[];
  message: string;
  /** The key is the culprit, not the value. */
  atKey?: boolean;
}

/** Empty if `name` is one of `known`; else what it should have been. */
export function unknownReference(
  path: string[],
  name: string,
  known: readonly string[],
  what: string,
): Mistake[] {
  if (known.includes(name)) return [];
  const near = closest(name, known);
  const expected = near ?? (known.length > 0 ? `one of ${known.join(', ')}` : `a ${what} that exists`);
  return [{ path, message: `no ${what} is named "${name}", expected ${expected}` }];
}

/** Empty if exactly one of `found` is there; else how many there are. */
export function exactlyOne(path: string[], found: readonly string[], what: string): Mistake[] {
  if (found.length === 1) return [];
  const have = found.length === 0 ? 'is missing' : `is there ${found.length} times (${found.join(', ')})`;
  return [{ path, message: `${what} ${have}, expected exactly one`, atKey: true }];
}
