import { nodeAt, toPlain, valuePosition } from '../yaml/located.js';
import type { ConfigFile, Environment } from './config-file.js';
import {
  OPTION_TABLE,
  type OppositeName,
  type OptionName,
  type OptionRow,
  type OptionValue,
  type OptionWithOpposite,
  variableOf,
  wordsOf,
} from './option-table.js';
import { type Mistake, placeText, WrongValue } from './usage-error.js';
import { type Parse, toggle } from './values.js';

/** Values of the command line by camel-case name, as commander gives them; undefined: not given. */
export type Flags = Readonly<Record<string, unknown>>;

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

  /** The option's value, or its default if it is not given (or wrong, which is noted). */
  read<N extends OptionName>(name: N): OptionValue<N> {
    const { value, default: usual }: OptionRow = OPTION_TABLE[name];
    const otherwise = usual === undefined ? value.absent : value.parse(usual, this.cwd);
    const given = this.find(name);
    return (given === null ? otherwise : this.attempt(given, otherwise, value.parse)) as OptionValue<N>;
  }

  /** Whether a toggle is on: not if the variable of its opposite is. */
  isOn(name: OptionWithOpposite): boolean {
    const opposite = this.above(OPTION_TABLE[name].opposite);
    const isOff = opposite !== null && this.attempt(opposite, false, toggle);
    return this.read(name) && !isOff;
  }

  /** The option as it was given. */
  find(name: OptionName): Given | null {
    const path = pathOf(name);
    return this.above(name) ?? (path && this.inFile(path));
  }

  /** The option as given on the command line or in the environment. An empty variable counts as none. */
  above(name: OptionName | OppositeName): Given | null {
    const value = this.flags[name];
    if (value !== undefined)
      return { from: 'flag', where: `--${wordsOf(name).join('-')}`, value, folder: this.cwd };
    const variable = variableOf(name);
    const text = this.env[variable];
    return text === undefined || text === ''
      ? null
      : { from: 'environment', where: variable, value: text, folder: this.cwd };
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
  places(name: OptionName): string[] {
    const given = this.find(name);
    if (given === null) return [];
    if (!Array.isArray(given.value)) return [given.where];
    const path = pathOf(name);
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

/** An option's place in the file; null: it has none. */
function pathOf(name: OptionName): string[] | null {
  const { path }: OptionRow = OPTION_TABLE[name];
  return path?.split('.') ?? null;
}
