import type { Command } from 'commander';

/** All options of `conform trigger`. */
export function triggerOptions(command: Command): void {
  for (const [heading, options] of Object.entries(GROUPS))
    for (const [flags, text] of Object.entries(options))
      command.addOption(command.createOption(flags, text).helpGroup(heading));
  command.addHelpText('after', EXIT_CODES);
}

const GROUPS = {
  'What:': {
    '--user <id>': 'the user that it is about (default: user-1)',
    '--field <name=value...>': 'values of it: id, at, version, or whatever it tells',
    '--api-version <version>': 'version whose event it is (default: the latest)',
    '--after <time>': 'wait before, such as 3s',
    '--spec <folder>': 'folder with the description of the interface',
  },
  'To a receiver:': {
    '--to <url>': 'where it is sent',
    '--dialect <name>': 'in the shape of another service',
    '--twice': 'send it a second time, unchanged',
    '--reversed': 'send two, the later one first',
    '--retry': 'until it is answered by 2xx, as a service repeats it: six times at the most',
    '--bad-json': 'let the body break off half-way',
    '--huge': 'with 8 MiB of content',
    '--ca-file <file>': 'certificates to trust, PEM',
    '--insecure': 'accept any certificate',
  },
  'In a running sandbox (without --to):': {
    '--point <name>': 'contact point (default: main)',
    '--service <url>': 'which sandbox (default: the one started last)',
  },
};

const EXIT_CODES = `
Exit codes:
  0  answered by 2xx, or done by the employee
  1  answered otherwise, or refused by the sandbox
  2  bad usage; nothing was sent
  3  no answer`;
