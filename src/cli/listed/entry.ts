import { matches } from '../../cases/statements.js';

/** One thing that `conform list` tells. */
export interface Entry {
  /** Begins with its id and two blanks. */
  line: string;
  /** The same for programs, with all that is known of it. */
  data: { id: string; statements?: readonly string[] } & Record<string, unknown>;
  /** Beside patterns that fit the line or the id. */
  fits?: (pattern: string) => boolean;
}

/** Whether `--grep` means an entry: by a part of its line, or by a glob over its id. */
export function isMeant({ line, data, fits }: Entry, patterns: readonly string[]): boolean {
  return (
    patterns.length === 0 ||
    patterns.some((pattern) => line.includes(pattern) || matches(pattern, data.id) || fits?.(pattern))
  );
}
