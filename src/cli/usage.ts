import type { Command, Option } from 'commander';
import { printable } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';

/** The parser's message about a mistake, in words that tell a newcomer how to fix it. */
export function usageError(text: string, command: Command): string {
  // A key on the command line is not repeated, because output is logged.
  if (/unknown option '--key(?:[= '])/.test(text))
    return 'conform: there is no --key, because process lists leak it; expected CONFORM_KEY or --key-file FILE\n';
  const [, flags] = /option '([^']+)' argument missing/.exec(text) ?? [];
  if (flags !== undefined) return valueMissing(command, flags);
  const [, name] = /missing required argument '([^']+)'/.exec(text) ?? [];
  if (name !== undefined) return argumentMissing(command, name);
  if (/too many arguments/.test(text)) return argumentsTooMany(command);
  return text.replace(/^error:/, 'conform:').replace(/^\(/m, '  (');
}

/** Ends the process if a flag takes the place of another flag's value: the parser would accept it as the value. */
export function refuseFlagForValue(args: readonly string[], root: Command): void {
  const named = (name: string | undefined): Command | undefined =>
    root.commands.find((command) => command.name() === name);
  const command = named(args[0]) ?? named('run');
  if (!command) return;
  const flagAt = (at: number): Option | undefined =>
    command.options.find(({ long, short }) => args[at] !== undefined && [long, short].includes(args[at]));
  const mistaken = args.findIndex((_, at) => flagAt(at)?.required && flagAt(at + 1)?.long === args[at + 1]);
  if (mistaken >= 0) command.error(`error: option '${flagAt(mistaken)?.flags}' argument missing`);
}

function valueMissing(command: Command, flags: string): string {
  const { long, description: about } = command.options.find((option) => option.flags === flags) ?? {};
  const name = long ?? flags;
  return `conform: ${name} needs a value; expected ${flags}${about ? ` (${about})` : ''}\n`;
}

function argumentMissing(command: Command, name: string): string {
  const about = command.registeredArguments.find((argument) => argument.name() === name)?.description;
  const needs = `${command.name()} needs <${name}>${about ? ` (${about})` : ''}`;
  return `conform: ${needs}; expected ${lineOf(command)}\n`;
}

/** The surplus words are not repeated: one may be a key. */
function argumentsTooMany(command: Command): string {
  const { args, options, registeredArguments } = command;
  const has = (flag: string): boolean => options.some(({ long }) => long === flag);
  if (args.some(isAddress) && has('--base-url'))
    return `conform: an address is not an argument of ${command.name()}; expected --base-url URL\n`;
  const taken = registeredArguments.length;
  const takes = taken === 0 ? 'no argument' : taken === 1 ? 'one argument' : `${taken} arguments`;
  const or = has('--grep') ? ', or --grep PATTERN' : '';
  return `conform: ${command.name()} takes ${takes}; expected ${lineOf(command)}${or}\n`;
}

function lineOf(command: Command): string {
  const all = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return ['conform', command.name(), ...all].join(' ');
}

/** Ends the process if a word is not a command, and names the one that was most likely meant. */
export function refuseWord(word: string, root: Command): void {
  // Not repeated: it may contain a key.
  if (isAddress(word)) root.error('error: an address is not a command; expected --base-url URL');
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

function isAddress(word: string): boolean {
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
