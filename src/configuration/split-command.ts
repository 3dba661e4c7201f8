import { WrongValue } from './wrong-value.js';

/**
 * Splits a command into program and arguments at blanks; quotes, single or double, keep blanks together. There is no
 * shell: nothing else has a meaning.
 * @throws WrongValue
 */
export function splitCommand(command: string): string[] {
  const parts = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const words = parts.map((part) =>
    part.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );
  const quotes = command.replace(/"[^"]*"|'[^']*'/g, '');
  if (/["']/.test(quotes))
    throw new WrongValue('a quote is not closed in the command', 'expected quotes in pairs');
  if (!words[0]) throw new WrongValue('there is no command', 'expected exec:PROGRAM ARGUMENTS');
  return words;
}
