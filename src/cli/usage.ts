import type { Command, Option } from 'commander';

/** What the parser says of a mistake, in words that let a stranger mend it. */
export function usageError(text: string, command: Command): string {
  // A key on the command line is not repeated: what is printed is logged.
  if (/unknown option '--key(?:[= '])/.test(text))
    return 'conform: there is no --key, for process lists leak it; expected CONFORM_KEY or --key-file FILE\n';
  const [, flags] = /option '([^']+)' argument missing/.exec(text) ?? [];
  if (flags !== undefined) return valueMissing(command, flags);
  const [, name] = /missing required argument '([^']+)'/.exec(text) ?? [];
  if (name !== undefined) return argumentMissing(command, name);
  return text.replace(/^error:/, 'conform:');
}

/** Ends the process where a flag has another flag in place of its value: the parser would take that for the value. */
export function refuseFlagForValue(args: readonly string[], root: Command): void {
  const named = (name: string | undefined): Command | undefined =>
    root.commands.find((one) => one.name() === name);
  const command = named(args[0]) ?? named('run');
  if (!command) return;
  const flagAt = (at: number): Option | undefined =>
    command.options.find(({ long, short }) => args[at] !== undefined && [long, short].includes(args[at]));
  const mistaken = args.findIndex((_, at) => flagAt(at)?.required && flagAt(at + 1)?.long === args[at + 1]);
  if (mistaken >= 0) command.error(`error: option '${flagAt(mistaken)?.flags}' argument missing`);
}

function valueMissing(command: Command, flags: string): string {
  const { long, description: about } = command.options.find((one) => one.flags === flags) ?? {};
  const name = long ?? flags;
  return `conform: ${name} lacks its value; expected ${flags}${about ? `: ${about}` : ''}\n`;
}

function argumentMissing(command: Command, name: string): string {
  const all = command.registeredArguments.map((one) => `<${one.name()}>`).join(' ');
  const about = command.registeredArguments.find((one) => one.name() === name)?.description;
  const needs = `${command.name()} lacks its <${name}>${about ? ` (${about})` : ''}`;
  return `conform: ${needs}; expected conform ${command.name()} ${all}\n`;
}
