import { OPTION_TABLE, type OptionName, type OptionRow } from './option-table.js';
import type { Option } from './sources.js';
import {
  duration,
  durationOrAuto,
  integerOrAuto,
  listen,
  oneOf,
  path,
  rate,
  readableFile,
  seed,
  shard,
  text,
  texts,
  toggle,
  webhookAddress,
} from './values.js';

/** Settings that are read one by one, with their defaults. */
export const OPTIONS = {
  caFile: option('caFile', path, null),
  insecure: option('insecure', toggle, false),
  allowHttp: option('allowHttp', toggle, false),
  listen: option('listen', listen, { host: '127.0.0.1', port: 0 }),
  allowWebhookChange: option('allowWebhookChange', toggle, false),
  restoreWebhook: option('restoreWebhook', webhookAddress, null),
  quietWindow: option('quietWindow', durationOrAuto, 'auto'),
  eventTimeout: option('eventTimeout', duration, 10_000),
  grep: option('grep', texts, []),
  skip: option('skip', texts, []),
  lastFailed: option('lastFailed', toggle, false),
  level: option('level', oneOf('required', 'expected'), 'required'),
  baseline: option('baseline', readableFile, null),
  requireComplete: option('requireComplete', toggle, false),
  timeout: option('timeout', duration, 10_000),
  concurrency: option('concurrency', integerOrAuto(1, 1000), 'auto'),
  rate: option('rate', rate, null),
  shard: option('shard', shard, null),
  seed: option('seed', seed, null),
  out: option('out', path, null),
  json: option('json', toggle, false),
  quiet: option('quiet', toggle, false),
  verbose: option('verbose', toggle, false),
  color: option('color', toggle, true),
  input: option('input', toggle, true),
  // The flags --no-color and --no-input are `color` and `input` set to false; these are their variables.
  noColor: opposite(OPTION_TABLE.color),
  noInput: opposite(OPTION_TABLE.input),
  operator: option('operator', text, null),
  config: option('config', text, null),
} as const;

function option<T, F extends T | null>(
  name: OptionName,
  parse: Option<T>['parse'],
  fallback: F,
): Option<T | F> {
  return { ...place(name), parse, fallback };
}

function opposite({ opposite: flag }: { opposite: string }): Option<boolean> {
  return { flag, parse: toggle, fallback: false };
}

/** Flag and place in the file of an option that is read by rules of its own. */
export function place(name: OptionName): Pick<Option<unknown>, 'flag' | 'path'> {
  const { path }: OptionRow = OPTION_TABLE[name];
  return { flag: name, ...(path !== undefined && { path: path.split('.') }) };
}
