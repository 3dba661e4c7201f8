/** Decoded segments of a JSON Pointer (RFC 6901). */
export function pointerParts(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at the place; undefined: nothing stands there. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointerParts(pointer).reduce<unknown>(
    (held, part) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, part)
        ? (held as Record<string, unknown>)[part]
        : undefined,
    value,
  );
}
