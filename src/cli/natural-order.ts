/** Sorted by each part in turn, numbers in them by their value: 1.2 before 1.10. Alike ones keep their order. */
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
