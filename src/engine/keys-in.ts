/** The thousands of requests of a run have few different queries. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 100;

/** The keys that stand in the query of an address, by the name of their parameter. */
export function keysIn(url: string, parameter: string): readonly string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const place = `${parameter} ${query}`;
  const keys = known.get(place) ?? new URLSearchParams(query).getAll(parameter);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(place, keys);
  return keys;
}
