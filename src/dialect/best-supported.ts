import type { EventDialect } from './types.js';

/** More places of a name than any payload was designed to have; each is looked at in each event. */
const MAX_OTHERS = 8;

/** The reading that most deliveries allow, the first of such, with the places of the name that they all have beside it. */
export function bestSupported(
  readingsOf: readonly EventDialect[][],
): { dialect: EventDialect; count: number } | null {
  const [best] = votes(readingsOf, (dialect) => JSON.stringify(dialect)).sort(
    (a, b) => b.by.size - a.by.size,
  );
  if (!best) return null;
  const { dialect, by } = best;
  const beside = readingsOf
    .filter((_, index) => by.has(index))
    .map((dialects) => dialects.filter(besides(dialect)));
  const others = votes(beside, ({ name }) => name)
    .filter((candidate) => candidate.by.size === by.size)
    .map((candidate) => candidate.dialect.name)
    .slice(0, MAX_OTHERS);
  return { dialect: { ...dialect, ...(others.length > 0 && { others }) }, count: by.size };
}

/** Readings that are the same by their key, each with the deliveries that allow it. */
function votes(
  readingsOf: readonly EventDialect[][],
  key: (dialect: EventDialect) => string,
): { dialect: EventDialect; by: Set<number> }[] {
  const all = new Map<string, { dialect: EventDialect; by: Set<number> }>();
  for (const [index, dialects] of readingsOf.entries()) {
    for (const dialect of dialects) {
      const own = key(dialect);
      const vote = all.get(own) ?? { dialect, by: new Set() };
      all.set(own, vote);
      vote.by.add(index);
    }
  }
  return [...all.values()];
}

/** Whether a reading finds the name of the same event elsewhere. What a header says of a list it says of no event in it. */
function besides({ name, list }: EventDialect): (other: EventDialect) => boolean {
  return (other) =>
    other.name !== name && other.list === list && (list === undefined || !other.name.startsWith('header:'));
}
