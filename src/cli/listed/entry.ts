import { matches } from '../../cases/statements.js';

/** One line of `conform list`. */
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

/** Sorted by each part in turn, with numbers by value: 1.2 before 1.10. Equal ones keep their order. */
export function inNaturalOrder<Item>(items: readonly Item[], partsOf: (item: Item) => string[]): Item[] {
  return items
    .map((item) => ({ item, parts: partsOf(item) }))
    .sort((a, b) => compare(a.parts, b.parts))
    .map(({ item }) => item);
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (const [at, part] of a.entries()) {
    const order = ORDER.compare(part, b[at] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

const ORDER = new Intl.Collator('en', { numeric: true });
