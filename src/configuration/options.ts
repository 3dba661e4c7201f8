import type { Option } from './sources.js';
import {
  duration,
  durationOrAuto,
  integer,
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
  caFile: option('caFile', ['target', 'caFile'], path, null),
  insecure: option('insecure', ['target', 'insecure'], toggle, false),
  allowHttp: option('allowHttp', ['target', 'allowHttp'], toggle, false),
  listen: option('listen', ['webhook', 'listen'], listen, { host: '127.0.0.1', port: 0 }),
  allowWebhookChange: option('allowWebhookChange', ['webhook', 'allowChange'], toggle, false),
  restoreWebhook: option('restoreWebhook', ['webhook', 'restore'], webhookAddress, null),
  quietWindow: option('quietWindow', ['webhook', 'quietWindow'], durationOrAuto, 'auto'),
  eventTimeout: option('eventTimeout', ['webhook', 'eventTimeout'], duration, 10_000),
  grep: option('grep', ['run', 'grep'], texts, []),
  skip: option('skip', ['run', 'skip'], texts, []),
  level: option('level', ['run', 'level'], oneOf('required', 'expected'), 'required'),
  baseline: option('baseline', ['run', 'baseline'], readableFile, null),
  requireComplete: option('requireComplete', ['run', 'requireComplete'], toggle, false),
  timeout: option('timeout', ['run', 'timeout'], duration, 10_000),
  concurrency: option('concurrency', ['run', 'concurrency'], integer(1, 1000), 32),
  rate: option('rate', ['run', 'rate'], rate, null),
  shard: option('shard', ['run', 'shard'], shard, null),
  seed: option('seed', ['run', 'seed'], seed, null),
  out: option('out', ['output', 'folder'], path, null),
  json: option('json', undefined, toggle, false),
  quiet: option('quiet', undefined, toggle, false),
  verbose: option('verbose', undefined, toggle, false),
  color: option('color', undefined, toggle, true),
  input: option('input', undefined, toggle, true),
  // The flags --no-color and --no-input are `color` and `input` set to false; these are their variables.
  noColor: option('noColor', undefined, toggle, false),
  noInput: option('noInput', undefined, toggle, false),
  operator: option('operator', undefined, text, null),
  config: option('config', undefined, text, null),
} as const;

function option<T, F extends T | null>(
  flag: string,
  place: readonly string[] | undefined,
  parse: Option<T>['parse'],
  fallback: F,
): Option<T | F> {
  return { flag, ...(place && { path: place }), parse, fallback };
}
