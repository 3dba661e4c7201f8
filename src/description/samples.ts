import type { Description, Field, TextSample } from './types.js';

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

/** The parts of a sample that its sender chooses. */
export interface SampleValues {
  user: string;
  /** For fields that name a destination; without it they hold their examples. */
  destination?: { id: string; kind: string };
  /** Replaces the placeholders in examples; default: the user, `1` and `a`. */
  placeholders: Record<string, string>;
}

/** A valid body of these fields (section 5): each with its example or, where it has none, with a valid value of its type. */
export function sampleBody(
  fields: readonly (readonly [name: string, field: Field])[],
  values: SampleValues,
): Record<string, unknown> {
  const placeholders = { user: values.user, n: '1', zigzag: 'a', ...values.placeholders };
  return Object.fromEntries(
    fields.map(([name, field]) => [name, sampleValue(field, { ...values, placeholders })]),
  );
}

function sampleValue(
  { role, type, example }: Field,
  { user, destination, placeholders }: SampleValues,
): unknown {
  if (role === 'user') return user;
  if (destination && role === 'destination-id') return destination.id;
  if (destination && role === 'destination-kind') return destination.kind;
  return example === undefined ? SAMPLES[type] : fill(example, placeholders);
}

/** For fields that come without an example. */
const SAMPLES: Record<Field['type'], unknown> = {
  string: 'sample',
  boolean: true,
  integer: 1,
  number: 1,
  map: { key: 'value' },
  list: [],
};

/** The kind of all destinations by the description (section 2); empty if it gives none. */
export function destinationKind({ resources }: Description): string {
  const fields = Object.values(resources).flatMap((resource) => Object.values(resource.fields));
  return (
    fields.find(({ role, const: kind }) => role === 'destination-kind' && kind !== undefined)?.const ?? ''
  );
}

/** Values that a field is tried with, by the name of the sample. */
export function poolOf(description: Description, { type, pool }: Field): [string, unknown][] {
  const { samples } = description;
  if (pool === 'links') return [...linksOf(description), ...fileLinksOf(description)];
  if (type === 'number') return Object.entries(samples.numbers ?? {});
  if (type === 'map') {
    const maps = Object.entries(samples.maps ?? {}).map(
      ([name, { value, repeat, longer }]): [string, unknown] => [
        name,
        many(withLonger(value, longer), repeat),
      ],
    );
    return [...maps, ['texts', ordinaryTexts(description)], ...shortEntries(samples.shortTexts)];
  }
  const texts = Object.entries(samples.texts).map(([name, sample]): [string, string] => [
    name,
    textOf(sample),
  ]);
  return pool === 'fileNames' ? [...texts, ...fileNamesOf(description)] : texts;
}

/** Names of files of many types, each under itself. */
function fileNamesOf({ samples: { fileNames = [] } }: Description): [string, string][] {
  return fileNames.map((name) => [name, name]);
}

/** Links to files of many types, by the file's name. */
export function fileLinksOf(description: Description): [string, string][] {
  return fileNamesOf(description).map(([name]) => [
    name,
    `https://files.example/files/${encodeURIComponent(name)}`,
  ]);
}

/** One map of all texts that are just a number, a word or an address. */
function shortEntries(texts: readonly string[] = []): [string, unknown][] {
  const entries = texts.map((text, at) => [`key ${at + 1}`, text]);
  return texts.length === 0 ? [] : [['short-texts', Object.fromEntries(entries)]];
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

/**
 * Whether a text is made of nothing but letters and figures of ASCII, spaces and punctuation: no service has reason to refuse
 * it, though which texts are valid is not shown (section 2).
 */
export function isPlainText(text: string): boolean {
  return /^[\w .,:;!?()@/+%#-]+$/.test(text);
}

/** The whole text of a sample: the same string for all that use it, for some are long, and each version has many such cases. */
export function textOf({ value, repeat = 1, characters = [] }: TextSample): string {
  if (repeat === 1 && characters.length === 0) return value;
  const key = `${repeat} ${characters} ${value}`;
  const text = texts.get(key) ?? value.repeat(repeat) + characters.map(assigned).join('');
  texts.set(key, text);
  return text;
}

/** Every character of a range of code points in hexadecimal that has a meaning of its own. */
function assigned(range: string): string {
  const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
    .filter((character) => !/[\p{Unassigned}\p{Surrogate}\p{Control}]/u.test(character))
    .join('');
}

/** The text of each entry so many times in a row. */
function withLonger(value: Record<string, string>, times = 1): Record<string, string> {
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, text.repeat(times)]));
}

/** Each entry repeated, under numbered names and with numbered values. */
function many(value: Record<string, string>, repeat?: number): Record<string, string> {
  if (repeat === undefined) return value;
  const numbers = Array.from({ length: repeat }, (_, at) => at + 1);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => numbers.map((at) => [`${name} ${at}`, `${text} ${at}`])),
  );
}
