import { type Shard, shardOf } from './shard.js';
import { matches } from './statements.js';
import type { Case } from './types.js';

export interface Filter {
  /** Patterns, see `fits`; a case is taken if any fits. Empty: all. */
  grep: readonly string[];
  /** A case is left out if any fits. */
  skip: readonly string[];
  /** Ids, whole: no other case is taken. Null or absent: all. */
  only?: readonly string[] | null;
  shard: Shard | null;
}

/** The cases that the user asked for, in their order. */
export function filterCases(cases: readonly Case[], { grep, skip, only = null, shard }: Filter): Case[] {
  const ids = only && new Set(only);
  const fitting = cases.filter(
    (testCase) =>
      (ids === null || ids.has(testCase.id)) &&
      (grep.length === 0 || grep.some((pattern) => fits(pattern, testCase))) &&
      !skip.some((pattern) => fits(pattern, testCase)),
  );
  return shard ? shardOf(fitting, shard) : fitting;
}

/** Patterns that fit no case at all: most likely mistyped. */
export function unmatched(cases: readonly Case[], patterns: readonly string[]): string[] {
  return patterns.filter((pattern) => !cases.some((testCase) => fits(pattern, testCase)));
}

/**
 * A pattern fits a case as a part of its id, as a statement of it, or as a glob over the id, with or without the version
 * before and the operation behind it.
 */
export function fits(pattern: string, testCase: Case): boolean {
  return (
    testCase.id.includes(pattern) ||
    testCase.statements.includes(pattern) ||
    spellings(testCase).some((id) => matches(pattern, id))
  );
}

/** The id, and what is left of it without version, without operation and without both. */
function spellings({ id, version, operation }: Case): string[] {
  const path = id.slice(version.length + 1);
  if (operation === undefined) return [id, path];
  const tail = operation.length + 1;
  return [id, path, id.slice(0, -tail), path.slice(0, -tail)];
}
