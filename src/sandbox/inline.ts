import { oneLine } from '../reporters/text/inert.js';

/** What somebody else wrote, on one line of a terminal and no longer than so many characters. */
export function inline(text: string, most: number): string {
  const line = oneLine(text);
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
