/** All settings of a run, from flags, environment and file; checked, with absolute paths and times in milliseconds. */
export interface Configuration {
  /** The configuration file that was read; null: none. */
  file: string | null;
  target: TargetSettings;
  webhook: WebhookSettings;
  dialect: DialectSettings;
  operator: OperatorSettings;
  run: RunSettings;
  output: OutputSettings;
}

/** The configuration of a run whose target is known: as configured, or the bundled service. */
export interface TargetConfiguration extends Configuration {
  target: TargetSettings & { baseUrl: string; key: string };
}

/** Whether the configuration names a target; otherwise the bundled service is checked. */
export function namesTarget(configuration: Configuration): configuration is TargetConfiguration {
  const { baseUrl, key } = configuration.target;
  return baseUrl !== null && key !== null;
}

export interface TargetSettings {
  /** Service address without version segment and trailing slash; null: check the bundled reference service. */
  baseUrl: string | null;
  /** Versions to check, as the descriptions are ordered. */
  versions: string[];
  /** Never null when `baseUrl` is given. */
  key: string | null;
  /** Another contact point. */
  secondKey: string | null;
  /** Contact points that never had a webhook address. */
  freshKeys: string[];
  /** A key whose account lacks operations, and which, by version. */
  restricted: { key: string; operations: Record<string, string[]> } | null;
  caFile: string | null;
  /** The contents of that file, PEM. */
  ca: string | null;
  /** Certificates are not checked. */
  insecure: boolean;
}

export interface WebhookSettings {
  listen: { host: string; port: number };
  /** Address under which the target reaches the catcher, no trailing slash; null: the listening address itself. */
  publicUrl: string | null;
  /** The webhook address of a target on another machine may be overwritten. */
  allowChange: boolean;
  /** Address that is set again at the end; null: the contact point is left with the catcher's. */
  restoreUrl: string | null;
  /** The same at the second contact point. */
  restoreSecondUrl: string | null;
  quietWindowMs: number | 'auto';
  eventTimeoutMs: number;
}

/** What the configuration says about the dialect; what it leaves out is discovered. */
export interface DialectSettings {
  error?: { code: string; message: string; others?: readonly { code: string; message: string }[] };
  event?: { name: string; user: string | null; list?: string | null };
  /** Body templates by operation name. */
  bodies: Record<string, unknown>;
  /** Null: no request removes the address. */
  clearWebhook?: { operation: string; body: unknown } | null;
}

export type OperatorSettings =
  | { kind: 'none' }
  | {
      kind: 'manual';
      timeLimitMs: number;
      /** Where to serve the page that shows the cards; none: they come up on the terminal. */
      console?: { host: string; port: number };
    }
  | {
      kind: 'exec';
      /** Program and arguments; no shell. */
      command: string[];
      /** Folder it starts in. */
      folder: string;
    }
  | HttpOperatorSettings;

export interface HttpOperatorSettings {
  kind: 'http';
  /** No trailing slash. */
  baseUrl: string;
  headers: Record<string, string>;
  actions: Record<string, HttpAction>;
  inbox: HttpInbox | null;
}

/** Strings hold placeholders such as `{user_id}`. */
export interface HttpAction {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Undefined: no body. */
  body?: unknown;
}

export interface HttpInbox extends HttpAction {
  /** JSON Pointer of the rows; `*` walks an array. */
  items: string;
  /** JSON Pointer, in a row, of who wrote it. */
  from: string | null;
  /** Value at `from` that means the user. */
  fromUser: unknown;
  /** JSON Pointers by the name of what they show, in a row or in the whole response. */
  shown: Record<string, string>;
}

export interface RunSettings {
  /** Case ids to run; empty: all. */
  grep: string[];
  /** Case ids to leave out. */
  skip: string[];
  /** Where each of them was given, in their order: a flag, a variable or `file:line:column`. */
  places: { grep: string[]; skip: string[] };
  /** Only cases that did not pass in the last run. */
  lastFailed: boolean;
  /** Only one case of each kind. */
  quick: boolean;
  /** Whole ids of the only cases to run; null: all. */
  only: readonly string[] | null;
  /** Least severe level whose violation fails the run. */
  level: 'required' | 'expected';
  baseline: string | null;
  requireComplete: boolean;
  /** Deadline of one exchange. */
  timeoutMs: number;
  /** Concurrent requests; auto: the longer a round trip takes, the more. */
  concurrency: number | 'auto';
  /** Requests per second; null: as fast as `concurrency` allows. */
  rate: number | null;
  /** One part of several; `index` counts from 1. */
  shard: { index: number; count: number } | null;
  /** Null: the run draws one. */
  seed: number | null;
}

export interface OutputSettings {
  folder: string;
  json: boolean;
  quiet: boolean;
  verbose: boolean;
  /** False: `--no-color`, its variables or NO_COLOR. Whether there is a terminal is for the caller to see. */
  color: boolean;
  /** False: `--no-input`, its variables or CI; nothing may be asked. */
  input: boolean;
}
