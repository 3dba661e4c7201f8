import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readProblem } from '../file-problem.js';
import { quoted } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
import { UsageError, WrongValue } from './usage-error.js';

/** Turns what a flag, a variable or the file holds into a value. `folder` is what relative paths start from. */
export type Parse<T> = (value: unknown, folder: string) => T;

/** Text that is not empty. */
export const text: Parse<string> = (value) => {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new WrongValue('the text is empty', 'expected a text');
};

/** One text, or a list of them. */
export const texts: Parse<string[]> = (value, folder) => [value].flat().map((item) => text(item, folder));

/** Absolute path. */
export const path: Parse<string> = (value, folder) => resolve(folder, text(value, folder));

/** Absolute path of a file that can be read. */
export const readableFile: Parse<string> = (value, folder) => {
  const file = path(value, folder);
  try {
    accessSync(file, constants.R_OK);
    if (!statSync(file).isDirectory()) return file;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new WrongValue(`${quoted(file)} cannot be read (${readProblem(code)})`, 'expected a readable file');
  }
  throw new WrongValue(`${quoted(file)} is a folder`, 'expected a readable file');
};

/** True or false; from a variable also 1, 0, yes, no. */
export const toggle: Parse<boolean> = (value) => {
  const word = String(value).toLowerCase();
  if (['true', '1', 'yes'].includes(word)) return true;
  if (['false', '0', 'no'].includes(word)) return false;
  throw new WrongValue(`${quoted(String(value))} is neither yes nor no`, 'expected true or false');
};

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000 };
const DAY = 24 * 60 * 60_000;

/** Milliseconds of `500ms`, `10s`, `2m`, or of a plain number in the file; above zero, at most a day. */
export const duration: Parse<number> = (value) => {
  const given = typeof value === 'number' ? `${value}ms` : String(value).trim();
  const [, digits, unit] = /^([0-9]+(?:\.[0-9]+)?) *(ms|s|m)?$/.exec(given) ?? [];
  if (digits !== undefined && unit === undefined)
    throw new WrongValue(`${quoted(given)} has no unit`, `expected ${digits}s or ${digits}ms, for instance`);
  const ms = Number(digits) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (ms > 0 && ms <= DAY) return Math.max(1, Math.round(ms));
  throw new WrongValue(`${quoted(String(value))} is not a duration`, 'expected one such as 500ms, 10s or 2m');
};

/** A duration, or `auto`. */
export const durationOrAuto: Parse<number | 'auto'> = (value, folder) =>
  value === 'auto' ? 'auto' : duration(value, folder);

/** Whole number within bounds, both included, or `auto`. */
export function integerOrAuto(least: number, most: number): Parse<number | 'auto'> {
  const parse = integer(least, most);
  return (value, folder) => (value === 'auto' ? 'auto' : parse(value, folder));
}

/** Whole number within bounds, both included. */
export function integer(least: number, most: number): Parse<number> {
  return (value) => {
    const isWhole = /^-?[0-9]+$/.test(String(value).trim());
    const number = isWhole ? Number(value) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new WrongValue(
      `${quoted(String(value))} is ${isWhole ? 'out of range' : 'not a whole number'}`,
      `expected a whole number from ${least} to ${most}`,
    );
  };
}

/** Determines keys and identifiers of the reference service. */
export const seed = integer(0, 2 ** 32 - 1);

/** Requests per second. */
export const rate: Parse<number> = (value) => {
  const number = /^[0-9]+(\.[0-9]+)?$/.test(String(value).trim()) ? Number(value) : Number.NaN;
  if (number > 0 && number <= 1_000_000) return number;
  throw new WrongValue(
    `${quoted(String(value))} is not a rate`,
    'expected requests a second, such as 20 or 0.5',
  );
};

/** One of a few words. */
export function oneOf<T extends string>(...words: T[]): Parse<T> {
  return (value) => {
    const word = words.find((word) => word === value);
    if (word !== undefined) return word;
    const near = closest(String(value), words);
    throw new WrongValue(`${quoted(String(value))} is not known`, `expected ${near ?? words.join(' or ')}`);
  };
}

/** Part of a run, `i/n`. */
export const shard: Parse<{ index: number; count: number }> = (value) => {
  const [, index, count] = (/^([0-9]{1,4})\/([0-9]{1,4})$/.exec(String(value)) ?? []).map(Number);
  if (index && count && index <= count) return { index, count };
  throw new WrongValue(
    `${quoted(String(value))} is not a shard`,
    'expected i/n with i from 1 to n, such as 1/4',
  );
};

/** Address to listen on, `HOST:PORT`; brackets around IPv6; port 0 takes a free one. */
export const listen: Parse<{ host: string; port: number }> = (value) => {
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^\s:/@[\]]+):([0-9]{1,5})$/.exec(String(value)) ?? [];
  if (host !== undefined && Number(port) <= 65_535)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  throw new WrongValue(
    `${quoted(String(value))} is not an address to listen on`,
    'expected HOST:PORT, such as 0.0.0.0:8080',
  );
};

/** Address to which events are sent, as it is set: an absolute http(s) URL, which may have a query. */
export const webhookAddress: Parse<string> = (value) => {
  const given = String(value).trim();
  if (URL.canParse(given) && /^https?:\/\//i.test(given) && !/[\s\p{Cc}]/u.test(given)) return given;
  throw new WrongValue(
    'the webhook address is not an absolute http(s) URL',
    'expected one such as https://host/path',
  );
};

/**
 * The value of a flag that has no place in the configuration file, parsed by the same rules as those that have one.
 * @throws UsageError that names the flag
 */
export function flagValue<T>(flag: string, value: string, parse: Parse<T>): T {
  try {
    return parse(value, process.cwd());
  } catch (error) {
    if (error instanceof WrongValue) throw new UsageError([{ where: flag, message: error.message }]);
    throw error;
  }
}

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
