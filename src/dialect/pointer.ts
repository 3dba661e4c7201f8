import { pointerNames } from '../json-pointer.js';

/**
 * Value at a JSON Pointer (RFC 6901); undefined where nothing stands. `*` as a segment walks an array, or the
 * values of an object without such a key, and takes the first element that has the rest.
 */
export function at(value: unknown, pointer: string): unknown {
  return walk(value, segments(pointer));
}

/** Decoded segments of a pointer. Throws on a pointer that does not begin with a slash. */
export function segments(pointer: string): string[] {
  if (pointer !== '' && !pointer.startsWith('/'))
    throw new Error(`"${pointer}" is no JSON Pointer: it must be empty or begin with "/".`);
  return pointerNames(pointer);
}

function walk(value: unknown, [first, ...rest]: string[]): unknown {
  if (first === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (first === '*' && !Object.hasOwn(value, first)) {
    return Object.values(value)
      .map((item) => walk(item, rest))
      .find((found) => found !== undefined);
  }
  return Object.hasOwn(value, first) ? walk((value as Record<string, unknown>)[first], rest) : undefined;
}
