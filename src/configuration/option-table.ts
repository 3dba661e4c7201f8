/** Of the configuration file, looked for beside the caller. */
export const FILE_NAME = 'conform.config.yaml';

/** One option: its flag, its place in the configuration file, what it does. Its variable follows from its name. */
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
}

export type OptionGroup = 'target' | 'webhooks' | 'cases' | 'verdict' | 'time' | 'output';

/** All options of a run by camel-case name: the flags, the variables and the tables of both are made from it. */
export const OPTION_TABLE = {
  baseUrl: {
    flags: '--base-url <url>',
    text: 'service address, with or without the version segment',
    group: 'target',
    path: 'target.baseUrl',
  },
  apiVersion: {
    flags: '--api-version <version...>',
    text: 'version to check; all: every one (default: all)',
    group: 'target',
    path: 'target.versions',
  },
  key: { text: 'the authentication key', group: 'target', path: 'target.key' },
  keyFile: {
    flags: '--key-file <file>',
    text: 'file with the key; -: standard input (or CONFORM_KEY)',
    group: 'target',
  },
  config: {
    flags: '--config <file>',
    text: `configuration file (default: ${FILE_NAME}, if there)`,
    group: 'target',
  },
  caFile: {
    flags: '--ca-file <file>',
    text: 'certificates to trust, PEM',
    group: 'target',
    path: 'target.caFile',
  },
  insecure: {
    flags: '--insecure',
    text: 'accept any certificate',
    group: 'target',
    path: 'target.insecure',
  },
  allowHttp: {
    flags: '--allow-http',
    text: 'accept a plain http:// target off loopback',
    group: 'target',
    path: 'target.allowHttp',
  },
  seed: {
    flags: '--seed <number>',
    text: 'seed of the bundled service',
    group: 'target',
    path: 'run.seed',
  },
  spec: {
    flags: '--spec <folder>',
    text: 'folder with the description of the interface',
    group: 'target',
    flagOnly: true,
  },
  allowWebhookChange: {
    flags: '--allow-webhook-change',
    text: 'overwrite the webhook address of a target off loopback',
    group: 'webhooks',
    path: 'webhook.allowChange',
  },
  webhookUrl: {
    flags: '--webhook-url <url>',
    text: 'public address of the webhook catcher',
    group: 'webhooks',
    path: 'webhook.publicUrl',
  },
  restoreWebhook: {
    flags: '--restore-webhook <url>',
    text: 'webhook address to restore at the end',
    group: 'webhooks',
    path: 'webhook.restore',
  },
  listen: {
    flags: '--listen <host:port>',
    text: 'where the catcher listens (default: 127.0.0.1:0)',
    group: 'webhooks',
    path: 'webhook.listen',
  },
  operator: {
    flags: '--operator <driver>',
    text: "the employee's side: none, manual, console, http, exec:CMD",
    group: 'webhooks',
  },
  input: { flags: '--no-input', text: 'never prompt', group: 'webhooks', opposite: 'noInput' },
  grep: {
    flags: '--grep <pattern...>',
    text: 'only cases that fit: part of an id, a glob, a statement',
    group: 'cases',
    path: 'run.grep',
  },
  skip: {
    flags: '--skip <pattern...>',
    text: 'leave out cases that fit',
    group: 'cases',
    path: 'run.skip',
  },
  lastFailed: {
    flags: '--last-failed',
    text: 'only cases that did not pass in the last run, read from --out',
    group: 'cases',
  },
  shard: {
    flags: '--shard <i/n>',
    text: 'one part of the cases; conform merge joins the parts',
    group: 'cases',
    path: 'run.shard',
  },
  level: {
    flags: '--level <level>',
    text: 'lowest level that fails the run: required or expected (default: required)',
    group: 'verdict',
    path: 'run.level',
  },
  baseline: {
    flags: '--baseline <file>',
    text: 'known failures; an entry that is out of date fails the run',
    group: 'verdict',
    path: 'run.baseline',
  },
  requireComplete: {
    flags: '--require-complete',
    text: 'exit 4 when a case was skipped',
    group: 'verdict',
    path: 'run.requireComplete',
  },
  eventTimeout: {
    flags: '--event-timeout <time>',
    text: 'how long to wait for an event (default: 10s)',
    group: 'time',
    path: 'webhook.eventTimeout',
  },
  quietWindow: {
    flags: '--quiet-window <time>',
    text: 'how long to wait before an event counts as absent (default: measured)',
    group: 'time',
    path: 'webhook.quietWindow',
  },
  timeout: {
    flags: '--timeout <time>',
    text: 'deadline of a request (default: 10s)',
    group: 'time',
    path: 'run.timeout',
  },
  concurrency: {
    flags: '--concurrency <number>',
    text: 'requests under way at once (default: 32, up to 64 for a distant target)',
    group: 'time',
    path: 'run.concurrency',
  },
  rate: {
    flags: '--rate <number>',
    text: 'at most this many requests per second',
    group: 'time',
    path: 'run.rate',
  },
  out: {
    flags: '--out <dir>',
    text: 'folder for the reports (default: reports)',
    group: 'output',
    path: 'output.folder',
  },
  json: {
    flags: '--json',
    text: 'print results.json to standard output instead of the summary',
    group: 'output',
  },
  quiet: { flags: '-q, --quiet', text: 'only the summary', group: 'output' },
  verbose: { flags: '-v, --verbose', text: 'each verdict as it comes', group: 'output' },
  color: { flags: '--no-color', text: 'no colours', group: 'output', opposite: 'noColor' },
} as const satisfies Record<string, OptionRow>;

export type OptionName = keyof typeof OPTION_TABLE;

/** Rows with their names, in the order of the table. */
export const OPTION_ROWS: readonly (OptionRow & { name: OptionName })[] = (
  Object.entries(OPTION_TABLE) as [OptionName, OptionRow][]
).map(([name, row]) => ({ name, ...row }));

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
