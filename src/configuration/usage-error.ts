import { EXIT } from '../exit-codes.js';
import { firstFew } from '../phrases.js';
import { printable } from '../terminal-text.js';
import type { Problem } from '../yaml/located.js';

/**
 * A mistake of the caller: where it is (a flag, a variable, `file:line:column`), what it is and what would be right.
 */
export interface Mistake {
  where: string;
  message: string;
}

/** Bad usage or configuration. Nothing was sent. */
export class UsageError extends Error {
  override name = 'UsageError';
  readonly exitCode = EXIT.usage;
  constructor(readonly mistakes: readonly Mistake[]) {
    super(print(mistakes));
  }
}

/** A mistake in a file as a mistake of the caller. */
export function fileMistake({ file, line, column, message }: Problem): Mistake {
  return { where: placeText({ file, line, column }), message: message.replace(', expected ', '; expected ') };
}

/** `file:line:column`; what has no line, such as a program's settings, is named without it. */
export function placeText({ file, line, column }: Pick<Problem, 'file' | 'line' | 'column'>): string {
  return line === 0 ? file : `${file}:${line}:${column}`;
}

const SHOWN = 20;

function print(mistakes: readonly Mistake[]): string {
  const lines = mistakes.map(({ where, message }) => `${printable(where)}: ${message}`);
  return firstFew(lines, SHOWN).join('\n');
}

/** A value that cannot be used; the caller, who knows its source, adds the place. */
export class WrongValue extends Error {
  override name = 'WrongValue';
  constructor(what: string, right: string) {
    super(`${what}; ${right}`);
  }
}
