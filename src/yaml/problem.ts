import { cutText } from '../cut-text.js';
import { HIDDEN } from '../steering-characters.js';
import type { Position } from './located.js';

/** A mistake in a file, at the place where it stands. */
export interface Problem extends Position {
  /** What is wrong, and what would be right. */
  message: string;
}

/** The file could not be read as YAML within the bounds. */
export class YamlError extends Error {
  override name = 'YamlError';
  constructor(readonly problems: Problem[]) {
    super(printProblems(problems));
  }
}

const SHOWN = 20;

/** One line a problem, `file:line:column: message`; the first 20, then how many more there are. */
export function printProblems(problems: readonly Problem[]): string {
  const lines = problems
    .slice(0, SHOWN)
    .map((p) => `${printable(p.file)}:${p.line}:${p.column}: ${p.message}`);
  const left = problems.length - lines.length;
  return [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
}

const LONGEST_QUOTED = 60;

/** Text in double quotes on one line, cut where it is long, safe to show on a terminal. */
export function quoted(text: string): string {
  return `"${printable(cutText(text, LONGEST_QUOTED))}"`;
}

/** Control, format and separator characters as escapes: a file name or key may hold what a terminal would obey. */
export function printable(text: string): string {
  return text.replace(ESCAPED, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`);
}

const ESCAPED = new RegExp(`[${HIDDEN}\\p{Cs}]`, 'gu');
