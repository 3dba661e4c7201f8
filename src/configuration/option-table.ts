import {
  COUNT_OR_AUTO,
  DURATION,
  DURATION_OR_AUTO,
  FILE,
  LEVEL,
  LISTEN,
  NAMES,
  PATH,
  RATE,
  SEED,
  SHARD,
  TEXT,
  TEXTS,
  TOGGLE,
  type ValueKind,
  WEBHOOK_ADDRESS,
} from './values.js';

/** Of the configuration file, looked for beside the caller. */
export const FILE_NAME = 'conform.config.yaml';

/** Where commands write their reports, and look for them, unless told otherwise. */
export const REPORTS_FOLDER = 'reports';

/** One option: its flag, its place in the configuration file, what it does, what it holds. Its variable follows from its name. */
export interface OptionRow {
  /** As on the command line; none: only a variable and a place in the file. */
  flags?: string;
  text: string;
  group: OptionGroup;
  /** Place in the configuration file; none: flags and variables only. */
  path?: string;
  /** Further name whose variable means the opposite: `--no-color` has two. */
  opposite?: string;
  /** It has no variable. */
  flagOnly?: true;
  /** What it holds; some are read by rules of their own on top. */
  value: ValueKind<unknown, unknown>;
  /** What counts when it is not given, as a user would write it. */
  default?: string;
  /** The same in words, where it is not a plain value. */
  defaultWords?: string;
}

export type OptionGroup = 'target' | 'webhooks' | 'cases' | 'verdict' | 'time' | 'output';

/**
 * All options of a run by camel-case name. Flags, help, variables, defaults, how each is read, the places in the file's
 * schema, and the table in the documents are made from it.
 */
export const OPTION_TABLE = {
  baseUrl: {
    flags: '--base-url <url>',
    text: 'service address, with or without the version segment',
    group: 'target',
    path: 'target.baseUrl',
    value: TEXT,
  },
  apiVersion: {
    flags: '--api-version <version...>',
    text: 'version to check, or all',
    group: 'target',
    path: 'target.versions',
    value: NAMES,
    defaultWords: 'all',
  },
  key: { text: 'the authentication key', group: 'target', path: 'target.key', value: TEXT },
  keyFile: {
    flags: '--key-file <file>',
    text: 'file with the key; -: standard input (or CONFORM_KEY)',
    group: 'target',
    value: TEXT,
  },
  config: {
    flags: '--config <file>',
    text: 'configuration file',
    group: 'target',
    value: TEXT,
    defaultWords: `${FILE_NAME}, if there`,
  },
  caFile: {
    flags: '--ca-file <file>',
    text: 'certificates to trust, PEM',
    group: 'target',
    path: 'target.caFile',
    value: PATH,
  },
  insecure: {
    flags: '--insecure',
    text: 'accept any certificate',
    group: 'target',
    path: 'target.insecure',
    value: TOGGLE,
  },
  allowHttp: {
    flags: '--allow-http',
    text: 'accept a plain http:// target on another machine',
    group: 'target',
    path: 'target.allowHttp',
    value: TOGGLE,
  },
  seed: {
    flags: '--seed <number>',
    text: 'seed of the bundled service',
    group: 'target',
    path: 'run.seed',
    value: SEED,
  },
  spec: {
    flags: '--spec <dir>',
    text: 'folder with the description of the interface',
    group: 'target',
    flagOnly: true,
    value: TEXT,
  },
  allowWebhookChange: {
    flags: '--allow-webhook-change',
    text: 'overwrite the webhook addresses of a target on another machine',
    group: 'webhooks',
    path: 'webhook.allowChange',
    value: TOGGLE,
  },
  webhookUrl: {
    flags: '--webhook-url <url>',
    text: 'public address of the webhook catcher',
    group: 'webhooks',
    path: 'webhook.publicUrl',
    value: TEXT,
  },
  restoreWebhook: {
    flags: '--restore-webhook <url>',
    text: 'webhook address to restore at the end',
    group: 'webhooks',
    path: 'webhook.restore',
    value: WEBHOOK_ADDRESS,
  },
  restoreSecondWebhook: {
    flags: '--restore-second-webhook <url>',
    text: 'webhook address of the second contact point to restore at the end',
    group: 'webhooks',
    path: 'webhook.restoreSecond',
    value: WEBHOOK_ADDRESS,
  },
  listen: {
    flags: '--listen <host:port>',
    text: 'where the catcher listens',
    group: 'webhooks',
    path: 'webhook.listen',
    value: LISTEN,
    default: '127.0.0.1:0',
  },
  operator: {
    flags: '--operator <driver>',
    text: "the employee's side: none, manual, console, http, exec:CMD",
    group: 'webhooks',
    value: TEXT,
  },
  input: {
    flags: '--no-input',
    text: 'never prompt',
    group: 'webhooks',
    opposite: 'noInput',
    value: TOGGLE,
    default: 'true',
  },
  grep: {
    flags: '--grep <pattern...>',
    text: 'only cases that match: part of an id, a glob, a statement',
    group: 'cases',
    path: 'run.grep',
    value: TEXTS,
  },
  skip: {
    flags: '--skip <pattern...>',
    text: 'leave out cases that match',
    group: 'cases',
    path: 'run.skip',
    value: TEXTS,
  },
  lastFailed: {
    flags: '--last-failed',
    text: 'only cases that did not pass in the last run, read from --out',
    group: 'cases',
    value: TOGGLE,
  },
  quick: {
    flags: '--quick',
    text: 'only one case of each kind, about a third of them',
    group: 'cases',
    path: 'run.quick',
    value: TOGGLE,
  },
  shard: {
    flags: '--shard <i/n>',
    text: 'one part of the cases; conform merge joins the parts',
    group: 'cases',
    path: 'run.shard',
    value: SHARD,
  },
  level: {
    flags: '--level <level>',
    text: 'lowest level that fails the run: required or expected',
    group: 'verdict',
    path: 'run.level',
    value: LEVEL,
    default: 'required',
  },
  baseline: {
    flags: '--baseline <file>',
    text: 'known failures; an entry that is out of date fails the run',
    group: 'verdict',
    path: 'run.baseline',
    value: FILE,
  },
  requireComplete: {
    flags: '--require-complete',
    text: 'exit 4 when a case was skipped',
    group: 'verdict',
    path: 'run.requireComplete',
    value: TOGGLE,
  },
  eventTimeout: {
    flags: '--event-timeout <time>',
    text: 'how long to wait for an event',
    group: 'time',
    path: 'webhook.eventTimeout',
    value: DURATION,
    default: '10s',
  },
  quietWindow: {
    flags: '--quiet-window <time>',
    text: 'how long to wait before an event counts as absent',
    group: 'time',
    path: 'webhook.quietWindow',
    value: DURATION_OR_AUTO,
    default: 'auto',
    defaultWords: 'measured',
  },
  timeout: {
    flags: '--timeout <time>',
    text: 'time limit for a request and its response',
    group: 'time',
    path: 'run.timeout',
    value: DURATION,
    default: '10s',
  },
  concurrency: {
    flags: '--concurrency <number>',
    text: 'concurrent requests',
    group: 'time',
    path: 'run.concurrency',
    value: COUNT_OR_AUTO,
    default: 'auto',
    defaultWords: '32, up to 64 for a distant target',
  },
  rate: {
    flags: '--rate <number>',
    text: 'at most this many requests per second',
    group: 'time',
    path: 'run.rate',
    value: RATE,
  },
  out: {
    flags: '--out <dir>',
    text: 'folder for the reports',
    group: 'output',
    path: 'output.folder',
    value: PATH,
    default: REPORTS_FOLDER,
  },
  json: {
    flags: '--json',
    text: 'print results.json to standard output instead of the summary',
    group: 'output',
    value: TOGGLE,
  },
  quiet: { flags: '-q, --quiet', text: 'only the summary', group: 'output', value: TOGGLE },
  verbose: {
    flags: '-v, --verbose',
    text: 'each verdict as soon as there is one',
    group: 'output',
    value: TOGGLE,
  },
  color: {
    flags: '--no-color',
    text: 'no colours',
    group: 'output',
    opposite: 'noColor',
    value: TOGGLE,
    default: 'true',
  },
} as const satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof OPTION_TABLE;

/** Options that another name switches off. */
export type OptionWithOpposite = {
  [N in OptionName]: (typeof OPTION_TABLE)[N] extends { opposite: string } ? N : never;
}[OptionName];

/** Those names. */
export type OppositeName = (typeof OPTION_TABLE)[OptionWithOpposite]['opposite'];

/** What reading an option yields. */
export type OptionValue<N extends OptionName> = (typeof OPTION_TABLE)[N] extends {
  value: ValueKind<infer T, infer Absent>;
}
  ? T | ((typeof OPTION_TABLE)[N] extends { default: string } ? never : Absent)
  : never;

/** Rows with their names, in the order of the table. */
export const OPTION_ROWS: readonly (OptionRow & { name: OptionName })[] = (
  Object.entries(OPTION_TABLE) as [OptionName, OptionRow][]
).map(([name, row]) => ({ name, ...row }));

/** What an option does, with its default, as help and documents tell it. */
export function describeOption({ flags, text, default: value, defaultWords }: OptionRow): string {
  const usual = flags?.startsWith('--no-') ? undefined : (defaultWords ?? value);
  return usual === undefined ? text : `${text} (default: ${usual})`;
}

/** Name of the variable that stands for an option by its camel-case name. */
export function variableOf(name: string): string {
  return `${PREFIX}${wordsOf(name).join('_').toUpperCase()}`;
}

/** Prefix of all variables of the checker. */
export const PREFIX = 'CONFORM_';

/** `eventTimeout` in words. */
export function wordsOf(camel: string): string[] {
  return camel.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}

/** The names of all variables of an option: none, one or two. */
export function variablesOf({ name, flagOnly, opposite }: OptionRow & { name: string }): string[] {
  if (flagOnly) return [];
  return [name, ...(opposite ? [opposite] : [])].map(variableOf);
}
