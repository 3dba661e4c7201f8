import { type Command, Option } from 'commander';

/** Options of a run, by what they are about: flags and text of each. */
type Group = Record<string, string>;

/** All options of `conform run`. */
export function runOptions(command: Command): void {
  for (const [heading, options] of Object.entries(GROUPS)) add(command, options, heading);
}

/**
 * Those of a run: what a preflight heeds stands in the help; the others are taken without a word, so that a command line
 * can be tried as it is.
 */
export function doctorOptions(command: Command): void {
  for (const [heading, options] of Object.entries(GROUPS))
    add(command, options, heading, !HEEDED_BY_DOCTOR.includes(heading));
  command.addHelpText('after', '\nTakes the other options of conform run too; they change nothing here.');
}

/** How the target is reached. */
export function targetOptions(command: Command): void {
  for (const heading of [TARGET, WEBHOOKS, TIME] as const) add(command, GROUPS[heading], heading);
}

/** Those of a run that walks heed, beside their own. */
export function exploreOptions(command: Command): void {
  add(command, WALKS, 'Walks:');
  for (const heading of [TARGET, WEBHOOKS, VERDICT, TIME, OUTPUT] as const) {
    const heeded = Object.entries(GROUPS[heading]).filter(([flags]) => !NOT_OF_WALKS.includes(flags));
    add(command, Object.fromEntries(heeded), heading);
  }
}

const NOT_OF_WALKS = ['--seed <number>', '--baseline <file>', '--require-complete', '-v, --verbose'];

const WALKS: Group = {
  '--walks <number>': 'number of random walks (default: 1000, or no limit with --for)',
  '--for <time>': 'stop after this time, such as 2m; what is under way is finished',
  '--length <number>': 'moves of a random walk (default: 16)',
  '--exhaustive <number>': 'instead of random walks, every legal sequence of up to this many moves',
  '--concurrent': 'make two moves of the user at once in each walk; any order of them may explain what came',
  '--seed <number>': 'repeat the same walks; also seeds the bundled service',
};

function add(command: Command, options: Group, heading: string, hidden = false): void {
  for (const [flags, text] of Object.entries(options)) {
    const option = new Option(flags, text).helpGroup(heading).hideHelp(hidden);
    command.addOption(option);
    // A --no-… flag begins as true, as if it were given; then no variable could weigh anything.
    if (option.negate) command.setOptionValue(option.attributeName(), undefined);
  }
}

const TARGET = 'Target:';
const WEBHOOKS = 'Webhooks and employees:';
const CASES = 'Which cases:';
const VERDICT = 'Verdict:';
const TIME = 'Time (such as 500ms, 10s or 2m) and load:';
const OUTPUT = 'Output:';
const HEEDED_BY_DOCTOR: string[] = [TARGET, WEBHOOKS, CASES, TIME];

const GROUPS = {
  [TARGET]: {
    '--base-url <url>': 'service address, with or without the version segment',
    '--api-version <version...>': 'version to check; all: every one (default: all)',
    '--key-file <file>': 'file with the key; -: standard input (or CONFORM_KEY)',
    '--config <file>': 'configuration file (default: conform.config.yaml, if there)',
    '--ca-file <file>': 'certificates to trust, PEM',
    '--insecure': 'accept any certificate',
    '--allow-http': 'accept a plain http:// target off loopback',
    '--seed <number>': 'seed of the bundled service',
    '--spec <folder>': 'folder with the description of the interface',
  },
  [WEBHOOKS]: {
    '--allow-webhook-change': 'overwrite the webhook address of a target off loopback',
    '--webhook-url <url>': 'public address of the webhook catcher',
    '--restore-webhook <url>': 'webhook address to restore at the end',
    '--listen <host:port>': 'where the catcher listens (default: 127.0.0.1:0)',
    '--operator <driver>': "the employee's side: none, manual, http, exec:CMD",
    '--no-input': 'never ask anything',
  },
  [CASES]: {
    '--grep <pattern...>': 'only cases that fit: part of an id, a glob, a statement',
    '--skip <pattern...>': 'leave out cases that fit',
    '--shard <i/n>': 'one part of the cases; conform merge joins the parts',
  },
  [VERDICT]: {
    '--level <level>': 'lowest level that fails the run: required or expected (default: required)',
    '--baseline <file>': 'known failures; one out of date in it fails the run',
    '--require-complete': 'exit 4 when a case was skipped',
  },
  [TIME]: {
    '--event-timeout <time>': 'how long an event is awaited (default: 10s)',
    '--quiet-window <time>': 'how long an absence is watched (default: measured)',
    '--timeout <time>': 'deadline of a request (default: 10s)',
    '--concurrency <number>': 'requests under way at once (default: 32)',
    '--rate <number>': 'requests a second at the most',
  },
  [OUTPUT]: {
    '--out <dir>': 'folder for the reports (default: reports)',
    '--json': 'print results.json to standard output in place of the summary',
    '-q, --quiet': 'only the summary',
    '-v, --verbose': 'each verdict as it comes',
    '--no-color': 'no colours',
  },
} satisfies Record<string, Group>;
