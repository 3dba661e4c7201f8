/** A word as a shell takes it; what no POSIX quotes could carry through a terminal is escaped as bash and zsh read it. */
export function shellWord(word: string): string {
  if (SAFE.test(word)) return word;
  if (!CONTROL.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  const escaped = word.replace(/[\\']/g, '\\$&').replace(CONTROLS, escapedControl);
  return `$'${escaped}'`;
}

/** A command with its arguments. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

/** The words of such a line, each still as the shell takes it. */
export function wordsOfShellLine(line: string): string[] {
  return line.match(/(?:\$'(?:\\.|[^'\\])*'|'[^']*'|\\.|[^\s'\\])+/g) ?? [];
}

const SAFE = /^[\w@%+=:,./-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
const CONTROLS = new RegExp(CONTROL, 'g');

function escapedControl(one: string): string {
  const named: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };
  // Always three digits: none of what follows is read as one more.
  return named[one] ?? `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
