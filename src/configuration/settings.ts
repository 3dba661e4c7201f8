import { nodeAt, toPlain, valuePosition } from '../yaml/located.js';
import type { ConfigFile, Environment } from './config-file.js';
import { OPTION_TABLE, type OptionName, type OptionRow, variableOf, wordsOf } from './option-table.js';
import { type Mistake, placeText, WrongValue } from './usage-error.js';
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

/** Values of the command line by camel-case name, as commander gives them; undefined: not given. */
export type Flags = Readonly<Record<string, unknown>>;

/** One setting: its flag, its variable `CONFORM_…` of the same words, and its place in the file. */
export interface Option<T> {
  /** Camel-case name of the flag; the variable's name follows from it. */
  flag: string;
  /** Place in the file; none: flags and variables only. */
  path?: readonly string[];
  parse: Parse<T>;
  fallback: T;
}

/** A value and where it was given. */
export interface Given {
  from: 'flag' | 'environment' | 'file';
  /** `--flag`, variable, or `file:line:column`. */
  where: string;
  value: unknown;
  /** What relative paths in it start from. */
  folder: string;
}

/**
 * Finds each setting where it takes precedence: flags, then environment, then file. Mistakes are collected, not
 * thrown.
 */
export class Sources {
  readonly mistakes: Mistake[] = [];

  constructor(
    readonly flags: Flags,
    readonly env: Environment,
    readonly cwd: string,
    readonly file: ConfigFile | null,
  ) {}

  /** The parsed setting, or its fallback if it is not given (or wrong, which is noted). */
  read<T>(option: Option<T>): T {
    const given = this.find(option);
    return given === null ? option.fallback : this.attempt(given, option.fallback, option.parse);
  }

  /** The setting as it was given. */
  find(option: Pick<Option<unknown>, 'flag' | 'path'>): Given | null {
    return this.above(option) ?? (option.path ? this.inFile(option.path) : null);
  }

  /** The setting as given on the command line or in the environment. An empty variable counts as none. */
  above({ flag }: Pick<Option<unknown>, 'flag'>): Given | null {
    const value = this.flags[flag];
    if (value !== undefined)
      return { from: 'flag', where: `--${wordsOf(flag).join('-')}`, value, folder: this.cwd };
    const name = variableOf(flag);
    const text = this.env[name];
    return text === undefined || text === ''
      ? null
      : { from: 'environment', where: name, value: text, folder: this.cwd };
  }

  /** The value at a place of the file. Null in the file means: not given. */
  inFile(path: readonly string[]): Given | null {
    if (!this.file) return null;
    const node = nodeAt(this.file.root, path);
    const value = node && toPlain(node);
    if (value === undefined || value === null) return null;
    return { from: 'file', where: this.place(path), value, folder: this.file.folder };
  }

  /** Where each value of a list was given. */
  places(option: Pick<Option<unknown>, 'flag' | 'path'>): string[] {
    const given = this.find(option);
    if (given === null) return [];
    if (!Array.isArray(given.value)) return [given.where];
    const { path } = option;
    return given.value.map((_, at) =>
      given.from === 'file' && path ? this.place([...path, String(at)]) : given.where,
    );
  }

  /** `file:line:column` of a place in the file. */
  place(path: readonly string[]): string {
    if (!this.file) return '';
    return placeText(valuePosition(this.file.root, path));
  }

  /** Notes a mistake. */
  note(where: string, message: string): void {
    this.mistakes.push({ where, message });
  }

  /** Runs a parser; a wrong value is noted where it was given. */
  attempt<T>(given: Given, fallback: T, parse: Parse<T>): T {
    try {
      return parse(given.value, given.folder);
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      this.note(given.where, error.message);
      return fallback;
    }
  }
}

/** Settings that are read one by one, with their defaults. */
export const OPTIONS = {
  caFile: option('caFile', path, null),
  insecure: option('insecure', toggle, false),
  allowHttp: option('allowHttp', toggle, false),
  listen: option('listen', listen, { host: '127.0.0.1', port: 0 }),
  allowWebhookChange: option('allowWebhookChange', toggle, false),
  restoreWebhook: option('restoreWebhook', webhookAddress, null),
  quietWindow: option('quietWindow', durationOrAuto, 'auto'),
  eventTimeout: option('eventTimeout', duration, 10_000),
  grep: option('grep', texts, []),
  skip: option('skip', texts, []),
  lastFailed: option('lastFailed', toggle, false),
  level: option('level', oneOf('required', 'expected'), 'required'),
  baseline: option('baseline', readableFile, null),
  requireComplete: option('requireComplete', toggle, false),
  timeout: option('timeout', duration, 10_000),
  concurrency: option('concurrency', integerOrAuto(1, 1000), 'auto'),
  rate: option('rate', rate, null),
  shard: option('shard', shard, null),
  seed: option('seed', seed, null),
  out: option('out', path, null),
  json: option('json', toggle, false),
  quiet: option('quiet', toggle, false),
  verbose: option('verbose', toggle, false),
  color: option('color', toggle, true),
  input: option('input', toggle, true),
  // The flags --no-color and --no-input are `color` and `input` set to false; these are their variables.
  noColor: opposite(OPTION_TABLE.color),
  noInput: opposite(OPTION_TABLE.input),
  operator: option('operator', text, null),
  config: option('config', text, null),
} as const;

function option<T, F extends T | null>(
  name: OptionName,
  parse: Option<T>['parse'],
  fallback: F,
): Option<T | F> {
  return { ...place(name), parse, fallback };
}

function opposite({ opposite: flag }: { opposite: string }): Option<boolean> {
  return { flag, parse: toggle, fallback: false };
}

/** Flag and place in the file of an option that is read by rules of its own. */
export function place(name: OptionName): Pick<Option<unknown>, 'flag' | 'path'> {
  const { path }: OptionRow = OPTION_TABLE[name];
  return { flag: name, ...(path !== undefined && { path: path.split('.') }) };
}
