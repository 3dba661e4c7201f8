import { printable } from '../terminal-text.js';
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
