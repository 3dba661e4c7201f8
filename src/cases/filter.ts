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
    (one) =>
      (ids === null || ids.has(one.id)) &&
      (grep.length === 0 || grep.some((pattern) => fits(pattern, one))) &&
      !skip.some((pattern) => fits(pattern, one)),
  );
  return shard ? shardOf(fitting, shard) : fitting;
}

/** Patterns that fit no case at all: most likely mistyped. */
export function unmatched(cases: readonly Case[], patterns: readonly string[]): string[] {
  return patterns.filter((pattern) => !cases.some((one) => fits(pattern, one)));
}

/**
 * A pattern fits a case as a part of its id, as a statement of it, or as a glob over the id, with or without the version
 * before and the operation behind it.
 */
export function fits(pattern: string, one: Case): boolean {
  return (
    one.id.includes(pattern) ||
    one.statements.includes(pattern) ||
    spellings(one).some((id) => matches(pattern, id))
  );
}

/** The id, and what is left of it without version, without operation and without both. */
function spellings({ id, version, operation }: Case): string[] {
  const path = id.slice(version.length + 1);
  if (operation === undefined) return [id, path];
  const tail = operation.length + 1;
  return [id, path, id.slice(0, -tail), path.slice(0, -tail)];
}
