import { wrap } from '../reporters/text/columns.js';
import { withoutCommands } from '../reporters/text/escapes.js';

/** Narrower terminals break lines themselves: what is left beside an indent would be a column of words. */
const NARROWEST = 40;

/**
 * Writes text to standard output. In a terminal, long lines are broken at words and go on below where their text began;
 * programs that read lines get them whole.
 * @param further columns by which further lines of an unindented one are indented
 */
export function print(text: string, further = 0, stream: NodeJS.WriteStream = process.stdout): void {
  const safe = withoutCommands(text);
  const { isTTY, columns } = stream;
  const shown =
    isTTY && columns >= NARROWEST
      ? safe
          .split('\n')
          .flatMap((line) => hanging(line, columns, further))
          .join('\n')
      : safe;
  stream.write(`${shown}\n`);
}

/** One line as several, indented like its text: `  12. Set up …` goes on below `Set`. */
function hanging(line: string, columns: number, further: number): string[] {
  const [head = ''] = /^ *(?:\d+\. |→ |- )?/.exec(line) ?? [];
  const indent = ' '.repeat(head.length || further);
  const [first = '', ...others] = wrap(line.slice(head.length), columns - indent.length);
  return [head + first, ...others.map((part) => indent + part)];
}
