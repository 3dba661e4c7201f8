import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { closest } from '../yaml/closest.js';
import { parseAddress, withoutTrailingSlash } from './address.js';
import type { ConfigFile, Environment } from './config-file.js';
import { keyVariable, type ReadInput } from './credentials.js';
import { readOperator } from './operator.js';
import { FILE_NAME, OPTION_ROWS, OPTION_TABLE, PREFIX, variablesOf } from './option-table.js';
import { type Flags, type Given, Sources } from './settings.js';
import { type DescribedVersions, readDialect, readTarget } from './target.js';
import type { Configuration, OperatorSettings, RunSettings, WebhookSettings } from './types.js';
import { fileMistake, type Mistake, UsageError } from './usage-error.js';

interface LoadOptions {
  flags: Flags;
  env: Environment;
  cwd: string;
  /** The descriptions: known versions and operations. */
  descriptions: DescribedVersions;
  /** Settings given by a program; then no file is read. */
  settings?: Readonly<Record<string, unknown>>;
  /** Configuration file, instead of `--config` and the one found in `cwd`. */
  file?: string;
  /** Standard input, for `--key-file -`. */
  input?: ReadInput;
}

/**
 * Assembles the configuration: flags override `CONFORM_*` variables, these the file, and the file the defaults.
 * @throws UsageError with every mistake found
 */
export async function loadConfiguration(options: LoadOptions): Promise<Configuration> {
  const { flags, env, cwd, descriptions, input = () => process.stdin } = options;
  const named = options.file ?? new Sources(flags, env, cwd, null).above('config');
  const file = options.settings
    ? await (await import('./config-file.js')).givenSettings(options.settings, cwd)
    : await readFile(
        typeof named === 'string'
          ? { path: named, where: named }
          : named && { path: String(named.value), where: named.where },
        cwd,
        env,
      );
  const sources = new Sources(flags, env, cwd, file);
  noteUnknownVariables(sources);
  const configuration: Configuration = {
    file: options.settings ? null : (file?.path ?? null),
    target: await readTarget(sources, descriptions, input),
    webhook: readWebhook(sources),
    dialect: readDialect(sources, descriptions),
    operator: readOperator(sources, descriptions),
    run: readRun(sources),
    output: {
      folder: sources.read('out'),
      json: sources.read('json'),
      quiet: sources.read('quiet'),
      verbose: sources.read('verbose'),
      color: sources.isOn('color') && !env['NO_COLOR'],
      input: sources.isOn('input') && !isSet(env['CI']),
    },
  };
  if (sources.mistakes.length === 0) noteMissingTarget(sources, configuration.operator.kind);
  stopAtMistakes(sources);
  return configuration;
}

/** The parser and the validator are loaded only if there is a file. */
async function readFile(
  named: { path: string; where: string } | null,
  cwd: string,
  env: Environment,
): Promise<ConfigFile | null> {
  if (named === null && !existsSync(resolve(cwd, FILE_NAME))) {
    refuseOtherNames(cwd);
    return null;
  }
  const { readConfigFile } = await import('./config-file.js');
  return readConfigFile(named, cwd, env);
}

/** A file that looks like a configuration but is not read: a gate would check something else. */
function refuseOtherNames(cwd: string): void {
  const found = OTHER_NAMES.find((name) => existsSync(resolve(cwd, name)));
  if (found === undefined) return;
  const message = `a file of this name is not read; expected ${FILE_NAME}, or --config ${found}`;
  throw new UsageError([{ where: found, message }]);
}

const OTHER_NAMES = [
  'conform.config.yml',
  'conform.config.json',
  'conform.config.js',
  'conform.config.ts',
  '.conform.config.yaml',
  'conform.yaml',
  'conform.yml',
];

/** Variables that are missing, unless a flag or another variable overrides the place. */
function missingVariables(sources: Sources): Mistake[] {
  const overruled = OPTION_ROWS.filter(({ name }) => sources.above(name) !== null).map(({ name, path }) =>
    name === 'keyFile' ? OPTION_TABLE.key.path : path,
  );
  const missing = (sources.file?.missing ?? []).filter(({ path }) => !overruled.includes(path.join('.')));
  return missing.map(({ at, message }) => fileMistake({ ...at, message }));
}

/** Throws if there are mistakes. If a variable is missing, only that is reported. */
function stopAtMistakes(sources: Sources): void {
  const missing = missingVariables(sources);
  const places = new Set(missing.map(({ where }) => where));
  const mistakes = [...missing, ...sources.mistakes.filter(({ where }) => !places.has(where))];
  if (mistakes.length > 0) throw new UsageError(mistakes);
}

function readWebhook(sources: Sources): WebhookSettings {
  const address = sources.find('webhookUrl');
  return {
    listen: sources.read('listen'),
    publicUrl:
      address &&
      sources.attempt(address, null, (value) => withoutTrailingSlash(parseAddress(value, 'the webhook URL'))),
    allowChange: sources.read('allowWebhookChange'),
    restoreUrl: sources.read('restoreWebhook'),
    restoreSecondUrl: sources.read('restoreSecondWebhook'),
    quietWindowMs: sources.read('quietWindow'),
    eventTimeoutMs: sources.read('eventTimeout'),
  };
}

function readRun(sources: Sources): RunSettings {
  return {
    grep: sources.read('grep'),
    skip: sources.read('skip'),
    places: { grep: sources.places('grep'), skip: sources.places('skip') },
    lastFailed: sources.read('lastFailed'),
    quick: sources.read('quick'),
    only: null,
    level: sources.read('level'),
    baseline: sources.read('baseline'),
    requireComplete: sources.read('requireComplete'),
    timeoutMs: sources.read('timeout'),
    concurrency: sources.read('concurrency'),
    rate: sources.read('rate'),
    shard: sources.read('shard'),
    seed: sources.read('seed'),
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value);
}

/**
 * Notes every `CONFORM_…` variable that neither stands for an option nor is used by the configuration file: a
 * misspelt one would leave its setting out, and a gate would check something other than intended.
 */
function noteUnknownVariables(sources: Sources): void {
  const known = OPTION_ROWS.flatMap(variablesOf);
  const used = sources.file?.variables ?? new Set();
  for (const name of Object.keys(sources.env).sort()) {
    if (!name.startsWith(PREFIX) || known.includes(name) || used.has(name)) continue;
    const near = closest(withoutSeparators(name), known.map(withoutSeparators));
    const meant = known.find((name) => near !== undefined && withoutSeparators(name) === near);
    sources.note(
      name,
      meant
        ? `there is no such variable; expected ${meant}`
        : 'there is no such variable; expected the name of an option in capitals, such as CONFORM_BASE_URL',
    );
  }
}

/** `CONFORM_BASEURL` is meant for `CONFORM_BASE_URL`. */
function withoutSeparators(name: string): string {
  return name.slice(PREFIX.length).replaceAll('_', '');
}

/**
 * Notes that the address of the deployment is missing. Without one the bundled service is checked; but whoever gives
 * a key or certificates, or says what may be done to a deployment or who drives its employees, does not intend that.
 */
function noteMissingTarget(sources: Sources, driver: OperatorSettings['kind']): void {
  if (sources.find('baseUrl') !== null) return;
  const given = [
    sources.find('keyFile'),
    keyVariable(sources),
    ...IN_THE_FILE.map((name) => sources.inFile(['target', name])),
    sources.above('caFile'),
    ...OF_DEPLOYMENTS.map((name) => sources.find(name)).filter((given) => given !== null && !isOff(given)),
    driver === 'http' ? sources.inFile(['operator', 'http']) : null,
  ];
  const first = given.find((given) => given !== null);
  if (first)
    sources.note(
      first.where,
      'the address of the deployment is missing; expected --base-url, CONFORM_BASE_URL or target.baseUrl in the file as well',
    );
}

/** Settings of a deployment in the file. */
const IN_THE_FILE = ['key', 'secondKey', 'freshKeys', 'restricted', 'caFile'];

/** Settings that make no difference to the bundled service. */
const OF_DEPLOYMENTS = [
  'insecure',
  'allowHttp',
  'allowWebhookChange',
  'restoreWebhook',
  'restoreSecondWebhook',
] as const;

function isOff({ value }: Given): boolean {
  return ['false', '0', 'no'].includes(String(value).toLowerCase());
}
