import type { Command } from 'commander';
import { closest } from '../yaml/closest.js';
import { printable } from '../yaml/problem.js';

/** Ends the process where a word is no command, with the one that was most likely meant. */
export function refuseWord(word: string, root: Command): void {
  // Not repeated: a key may stand in it.
  if (isAddress(word)) root.error('error: an address is no command; expected --base-url URL');
  const near =
    SYNONYMS[word.toLowerCase()] ??
    closest(
      word,
      root.commands.map((command) => command.name()),
    );
  root.error(`error: unknown command '${printable(word)}'${near ? `; expected ${near}` : ''}`);
}

/** The same for `conform help WORD`, which would print the help of all without saying why. */
export function refuseUnknownTopic([first, topic]: readonly string[], root: Command): void {
  if (first !== 'help' || topic === undefined || topic.startsWith('-')) return;
  if (![...root.commands.map((command) => command.name()), 'help'].includes(topic)) refuseWord(topic, root);
}

export function isAddress(word: string): boolean {
  return /^https?:/i.test(word);
}

/** What other tools call it. */
const SYNONYMS: Record<string, string> = {
  check: 'run',
  compare: 'diff',
  generate: 'export',
  join: 'merge',
  preflight: 'doctor',
  sandbox: 'serve',
  start: 'serve',
  test: 'run',
  validate: 'run',
  verify: 'run',
};
