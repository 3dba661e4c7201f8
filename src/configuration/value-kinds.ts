import {
  duration,
  durationOrAuto,
  integerOrAuto,
  listen,
  oneOf,
  type Parse,
  path,
  rate,
  readableFile,
  seed,
  shard,
  text,
  texts,
  toggle,
  webhookAddress,
} from './values.js';

/** What an option holds: how it is read, wherever it is given, and what the configuration file may hold for it. */
export interface ValueKind<T, Absent = null> {
  parse: Parse<T>;
  /** Value of an option that is not given and has no default. */
  absent: Absent;
  /** JSON Schema of its place in the file; null counts as left out. */
  schema: Readonly<Record<string, unknown>>;
}

const STRING = { type: ['string', 'null'] };

export const TEXT = kind(text, STRING);
export const TEXTS: ValueKind<string[], string[]> = {
  parse: texts,
  absent: [],
  schema: { type: ['string', 'array', 'null'], items: { type: 'string' } },
};
/** Names, each once. */
export const NAMES = kind(texts, {
  type: ['array', 'null'],
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string' },
});
export const PATH = kind(path, STRING);
export const FILE = kind(readableFile, STRING);
export const TOGGLE: ValueKind<boolean, false> = {
  parse: toggle,
  absent: false,
  schema: { type: ['boolean', 'null'] },
};
export const DURATION = kind(duration, { type: ['string', 'number', 'null'] });
export const DURATION_OR_AUTO = kind(durationOrAuto, DURATION.schema);
/** How many at once. */
export const COUNT_OR_AUTO = kind(integerOrAuto(1, 1000), {
  anyOf: [{ type: ['integer', 'null'] }, { const: 'auto' }],
  description: 'a whole number, or auto',
});
export const RATE = kind(rate, { type: ['number', 'null'] });
export const SEED = kind(seed, { type: ['integer', 'null'] });
export const SHARD = kind(shard, STRING);
export const LISTEN = kind(listen, STRING);
export const WEBHOOK_ADDRESS = kind(webhookAddress, STRING);
export const LEVEL = words('required', 'expected');

function kind<T>(parse: Parse<T>, schema: ValueKind<T>['schema']): ValueKind<T> {
  return { parse, absent: null, schema };
}

function words<T extends string>(...known: T[]): ValueKind<T> {
  return kind(oneOf(...known), { ...STRING, enum: [...known, null] });
}
