/** Replaces `{name}` in every string of a value by `values.name`; unknown names stay. A copy is returned. */
export function fill(value: unknown, values: Record<string, string>): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member, values)]));
  }
  return value;
}
