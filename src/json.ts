/** Whether a JSON value is an object; a list is not. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

/** Whether a JSON value holds others: an object or a list. */
export function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** JSON Pointer (RFC 6901) to a member of a member. */
export function pointer(...names: readonly (string | number)[]): string {
  return names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The names that lead to the place of a pointer, from the outermost. */
export function pointerNames(place: string): string[] {
  return place
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at the place; undefined: there is nothing. */
export function valueAt(value: unknown, place: string): unknown {
  return pointerNames(place).reduce<unknown>(
    (held, name) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, name)
        ? (held as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

/**
 * Value at a JSON Pointer (RFC 6901); undefined if there is nothing. `*` as a segment walks an array, or the values
 * of an object without such a key, and takes the first element that has the rest.
 */
export function at(value: unknown, pointer: string): unknown {
  return walk(value, segments(pointer), 0);
}

/** The same few pointers are followed in thousands of bodies. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 1_000;

/** Decoded segments of a pointer. Throws on a pointer that does not begin with a slash. */
export function segments(pointer: string): readonly string[] {
  const before = known.get(pointer);
  if (before) return before;
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new Error(`"${pointer}" is not a JSON Pointer: it must be empty or begin with "/".`);
  const names = pointerNames(pointer);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(pointer, names);
  return names;
}

/** The value that the segments from `at` on lead to. */
function walk(value: unknown, names: readonly string[], at: number): unknown {
  const name = names[at];
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (name === '*' && !Object.hasOwn(value, name)) {
    return Object.values(value)
      .map((item) => walk(item, names, at + 1))
      .find((found) => found !== undefined);
  }
  return Object.hasOwn(value, name)
    ? walk((value as Record<string, unknown>)[name], names, at + 1)
    : undefined;
}
