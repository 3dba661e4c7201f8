import type { Description, Field } from '../description/types.js';

/** Values that a field is tried with, by the name of the sample. */
export function poolOf(description: Description, { type, pool }: Field): [string, unknown][] {
  const { samples } = description;
  if (pool === 'links') return linksOf(description);
  if (type === 'number') return Object.entries(samples.numbers ?? {});
  if (type === 'map') {
    const maps = Object.entries(samples.maps ?? {}).map(([name, { value, repeat }]): [string, unknown] => [
      name,
      many(value, repeat),
    ]);
    return [...maps, ['texts', ordinaryTexts(description)]];
  }
  return Object.entries(samples.texts).map(([name, sample]) => [name, textOf(sample)]);
}

/** Each text that a service has no reason to refuse, by the name of its sample. */
function ordinaryTexts({ samples: { texts } }: Description): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, { value, mayBeRefused }]) => (mayBeRefused ? [] : [[name, value]])),
  );
}

/** Links that must pass unchanged, by the name of the sample; those that are made long may be refused for it. */
export function linksOf({ samples: { links = {} } }: Description, { long = true } = {}): [string, string][] {
  return Object.entries(links).flatMap(([name, link]): [string, string][] => {
    if (typeof link === 'string') return [[name, link]];
    return long ? [[name, link.before + textOf(link)]] : [];
  });
}

const texts = new Map<string, string>();

/** A text repeated: the same string for all that use it, for some are long, and each version has many such cases. */
export function textOf({ value, repeat = 1 }: { value: string; repeat?: number }): string {
  if (repeat === 1) return value;
  const key = `${repeat} ${value}`;
  const text = texts.get(key) ?? value.repeat(repeat);
  texts.set(key, text);
  return text;
}

/** Each entry repeated, under numbered names and with numbered values. */
function many(value: Record<string, string>, repeat?: number): Record<string, string> {
  if (repeat === undefined) return value;
  const numbers = Array.from({ length: repeat }, (_, at) => at + 1);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => numbers.map((at) => [`${name} ${at}`, `${text} ${at}`])),
  );
}
