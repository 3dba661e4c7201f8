import type { Description, Field } from '../description/types.js';

/** Values that a field is tried with, by the name of the sample. */
export function poolOf({ samples }: Description, { type, pool }: Field): [string, unknown][] {
  if (pool === 'links') return Object.entries(samples.links ?? {});
  if (type === 'number') return Object.entries(samples.numbers ?? {});
  if (type === 'map')
    return Object.entries(samples.maps ?? {}).map(([name, { value, repeat }]) => [name, many(value, repeat)]);
  return Object.entries(samples.texts).map(([name, { value, repeat }]) => [name, value.repeat(repeat ?? 1)]);
}

/** Each entry so many times, under names and with values that count. */
function many(value: Record<string, string>, repeat?: number): Record<string, string> {
  if (repeat === undefined) return value;
  const numbers = Array.from({ length: repeat }, (_, at) => at + 1);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => numbers.map((at) => [`${name} ${at}`, `${text} ${at}`])),
  );
}
