/**
 * Whether a value arrived unchanged (sections 1 and 6). A service may unify line ends, blanks at the edges and the
 * Unicode normal form of texts: without `exact` that counts as unchanged. An empty map that is not shown is no change.
 */
export function isUnchanged(sent: unknown, seen: unknown, exact = false): boolean {
  if (typeof sent === 'string' && typeof seen === 'string')
    return sent === seen || (!exact && unified(sent) === unified(seen));
  if (isMap(sent) && Object.keys(sent).length === 0 && (seen === undefined || seen === null)) return true;
  if (!isMap(sent) || !isMap(seen)) return sent === seen;
  const asSeen = new Map(Object.entries(seen).map(([name, value]) => [exact ? name : unified(name), value]));
  const entries = Object.entries(sent).map(([name, value]) => [exact ? name : unified(name), value] as const);
  return (
    Object.keys(seen).length === entries.length &&
    entries.every(([name, value]) => asSeen.has(name) && isUnchanged(value, asSeen.get(name), exact))
  );
}

/** A text without what services may unify. */
export function unified(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim().normalize('NFC');
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
