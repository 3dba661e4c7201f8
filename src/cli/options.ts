import { type Command, Option } from 'commander';
import { describeOption, OPTION_ROWS, type OptionGroup } from '../configuration/option-table.js';
import { exitRows, type RUN_EXITS, TRIGGER_EXITS } from '../exit-codes.js';

/** Options of a run, by topic: flags and text of each. */
type Group = Record<string, string>;

/** All options of `conform run`. */
export function runOptions(command: Command): void {
  for (const [heading, options] of Object.entries(GROUPS)) add(command, options, heading);
}

/**
 * The options of a run: the help shows those that matter to a preflight; the others are accepted and ignored, so that
 * a command line can be tried as it is.
 */
export function doctorOptions(command: Command): void {
  for (const [heading, options] of Object.entries(GROUPS))
    add(command, options, heading, !USED_BY_DOCTOR.includes(heading));
  command.addHelpText(
    'after',
    '\n-v names the cases that would be skipped. Takes the other options of conform run\ntoo; they change nothing here.',
  );
}

/** Options that say how the target is reached. */
export function targetOptions(command: Command): void {
  for (const heading of [TARGET, WEBHOOKS, TIME] as const) add(command, GROUPS[heading], heading);
}

/**
 * The options of a replayed walk; the others of the run that found it are accepted and ignored, so that its command
 * line leads to the same target.
 */
export function replayOptions(command: Command): void {
  targetOptions(command);
  command.option('-v, --verbose', 'each exchange, and each event');
  const known = new Set(command.options.map(({ flags }) => flags));
  for (const options of [GROUPS[CASES], GROUPS[VERDICT], GROUPS[OUTPUT], WALKS]) {
    const others = Object.entries(options).filter(([flags]) => !known.has(flags));
    add(command, Object.fromEntries(others), CASES, true);
  }
  command.addHelpText(
    'after',
    '\nTakes the other options of conform run and conform explore too; they change nothing here.',
  );
}

/** The values of the options that the help shows. */
export function shownOptions(command: Command): Record<string, unknown> {
  const hidden = command.options.filter((option) => option.hidden).map((option) => option.attributeName());
  return Object.fromEntries(Object.entries(command.opts()).filter(([name]) => !hidden.includes(name)));
}

/** The options of a run that matter to walks, besides their own. */
export function exploreOptions(command: Command): void {
  add(command, WALKS, 'Walks:');
  for (const heading of [TARGET, WEBHOOKS, VERDICT, TIME, OUTPUT] as const) {
    const ofWalks = Object.entries(GROUPS[heading])
      .filter(([flags]) => !NOT_OF_WALKS.includes(flags))
      .map(([flags, text]) => [flags, WALKS_SAY[flags] ?? text]);
    add(command, Object.fromEntries(ofWalks), heading);
  }
}

/** In words other than those of a run. */
const WALKS_SAY: Readonly<Record<string, string>> = {
  '--out <dir>': 'folder for the reports (default: explore/ in the reports folder)',
};

const NOT_OF_WALKS = ['--seed <number>', '--baseline <file>', '--require-complete', '-v, --verbose'];

const WALKS: Group = {
  '--walks <number>': 'number of random walks (default: 1000, or no limit with --for)',
  '--for <time>': 'stop after this time, such as 2m; walks under way are finished',
  '--length <number>': 'moves of a random walk (default: 16)',
  '--exhaustive <number>': 'instead of random walks, every legal sequence of up to this many moves',
  '--concurrent':
    'make two moves of the user at once in each walk; the result must fit some order of the two',
  '--seed <number>': 'repeat the same walks; also seeds the bundled service',
};

function add(command: Command, options: Group, heading: string, hidden = false): void {
  for (const [flags, text] of Object.entries(options)) {
    const option = new Option(flags, text).helpGroup(heading).hideHelp(hidden);
    command.addOption(option);
    // Commander sets a --no-… flag to true as if it had been given; then no variable could count.
    if (option.negate) command.setOptionValue(option.attributeName(), undefined);
  }
}

const TARGET = 'Target:';
const WEBHOOKS = 'Webhooks and employees:';
const CASES = 'Which cases:';
const VERDICT = 'Verdict:';
const TIME = 'Time (such as 500ms, 10s or 2m) and load:';
const OUTPUT = 'Output:';
const USED_BY_DOCTOR: string[] = [TARGET, WEBHOOKS, CASES, TIME];

const GROUPS = {
  [TARGET]: group('target'),
  [WEBHOOKS]: group('webhooks'),
  [CASES]: group('cases'),
  [VERDICT]: group('verdict'),
  [TIME]: group('time'),
  [OUTPUT]: group('output'),
};

function group(name: OptionGroup): Group {
  return Object.fromEntries(
    OPTION_ROWS.flatMap((row) =>
      row.group === name && row.flags !== undefined ? [[row.flags, describeOption(row)]] : [],
    ),
  );
}

/** All options of `conform trigger`. */
export function triggerOptions(command: Command): void {
  for (const [heading, options] of Object.entries(TRIGGER_GROUPS))
    for (const [flags, text] of Object.entries(options))
      command.addOption(command.createOption(flags, text).helpGroup(heading));
  command.addHelpText('after', exitHelp(TRIGGER_EXITS));
}

const TRIGGER_GROUPS = {
  'What:': {
    '--user <id>': 'the user that it is about (default: user-1)',
    '--field <name=value...>': 'its values: id, at, version, or any field that it carries',
    '--api-version <version>': 'version whose event it is (default: the latest)',
    '--after <time>': 'wait first, such as 3s',
    '--spec <dir>': 'folder with the description of the interface',
  },
  'To a receiver:': {
    '--to <url>': 'URL of the receiver',
    '--dialect <name>': "send it in this dialect's format",
    '--twice': 'send it a second time, unchanged',
    '--reversed': 'send two, the later one first',
    '--retry': 'retry until it gets a 2xx, as a service does: at most six attempts',
    '--bad-json': 'cut the body off half-way',
    '--huge': 'with 8 MiB of content',
    '--ca-file <file>': 'certificates to trust, PEM',
    '--insecure': 'accept any certificate',
  },
  'In a running sandbox (without --to):': {
    '--point <name>': 'contact point (default: main)',
    '--service <url>': 'which sandbox (default: the one started last)',
  },
};

/** The exit codes of a command, as its help lists them. */
export function exitHelp(table: typeof RUN_EXITS | typeof TRIGGER_EXITS): string {
  const rows = exitRows(table);
  const width = Math.max(...rows.map(({ codes }) => codes.length));
  return ['', 'Exit codes:', ...rows.map(({ codes, words }) => `  ${codes.padEnd(width)}  ${words}`)].join(
    '\n',
  );
}
