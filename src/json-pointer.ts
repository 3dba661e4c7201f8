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

/** The value at the place; undefined: nothing stands there. */
export function valueAt(value: unknown, place: string): unknown {
  return pointerNames(place).reduce<unknown>(
    (held, name) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, name)
        ? (held as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}
