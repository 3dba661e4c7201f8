import { Buffer } from 'node:buffer';
import { HIDDEN } from './terminal-text.js';

/**
 * A word as a shell takes it; what no POSIX quotes could carry through a terminal or a page that shows what is hidden is
 * escaped as bash and zsh read it.
 */
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
const CONTROL = new RegExp(`[${HIDDEN}]`, 'u');
const CONTROLS = new RegExp(CONTROL, 'gu');

function escapedControl(text: string): string {
  const named: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };
  // Always three digits a byte: none of what follows is read as one more.
  return (
    named[text] ?? [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  );
}
