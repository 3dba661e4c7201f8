import { writtenDown } from '../configuration/text.js';
import type { Description } from '../description/types.js';
import type { Operator } from '../engine/ports.js';
import type { Verdict } from '../record/types.js';
import type { ReferenceService } from '../reference/service.js';
import { settingsFor } from '../run/bundled.js';
import type { PreflightLine } from '../run/preflight/report.js';

/** A time: milliseconds, or a text with its unit such as `'500ms'`, `'10s'`, `'2m'`. At most a day. */
export type Time = number | string;

/**
 * The options of `check`. Each may be left out; null counts as left out. Relative paths start from the current folder.
 * Neither the environment nor a configuration file is read.
 */
export interface CheckOptions {
  /** Service address, with or without a version segment. Default: a reference service of its own, started for the check. */
  baseUrl?: string | null;
  /** Versions to check. Default: all that are described, or the one that `baseUrl` ends in. */
  versions?: readonly string[];
  /** Authentication key of a contact point; needed with `baseUrl`. It stands in no record and no report. */
  key?: string | null;
  /** Key of another contact point, to see that the two leave each other alone. Default: none; its cases are skipped. */
  secondKey?: string | null;
  /** Keys of contact points that never had a webhook address. Default: none. */
  freshKeys?: readonly string[];
  /** A key whose account lacks operations, and which ones, by version. Default: none. */
  restricted?: { key: string; operations: Readonly<Record<string, readonly string[]>> } | null;
  /** Certificates to trust beside those of the system, PEM. Default: none. */
  ca?: string | null;
  /** A file with such certificates. Default: none. */
  caFile?: string | null;
  /** Accept any certificate. Default: false. */
  insecure?: boolean;
  /** Accept a plain `http://` target off loopback; the key travels in its query. Default: false. */
  allowHttp?: boolean;

  /** Overwrite the webhook address of a target off loopback, which cannot be read back. Default: false. */
  allowWebhookChange?: boolean;
  /** Address under which the target reaches the webhook catcher. Default: the address that it listens on. */
  webhookUrl?: string | null;
  /** Where the catcher listens, `HOST:PORT`. Default: `127.0.0.1:0`, any free port. */
  listen?: string;
  /** Webhook address that is set at the end, of an aborted check too. Default: the catcher's stays. */
  restoreWebhook?: string | null;
  /**
   * The employee's side: `'none'`, a section `{ http: … }` or `{ exec: [program, …arguments] }` as in the configuration file,
   * or an object that acts itself. It is closed at the end. Default: none; of the bundled service its own.
   */
  operator?: 'none' | { http: object } | { exec: readonly string[] } | Operator;
  /** What the interface does not show, as in the configuration file. Default: all of it is found out. */
  dialect?: object;

  /** Only cases that fit: parts of ids, globs over them, statements. Default: all. */
  grep?: readonly string[];
  /** Leave out cases that fit. Default: none. */
  skip?: readonly string[];
  /** One part of the cases, such as `'1/4'`. Default: all. */
  shard?: string | null;
  /** Lowest level whose violation fails the check. Default: `'required'`. */
  level?: 'required' | 'expected';
  /** File with known failures. Default: none. */
  baseline?: string | null;
  /** Skipped cases make the result incomplete: exit code 4. Default: false. */
  requireComplete?: boolean;

  /** How long an event is awaited. Default: 10 seconds. */
  eventTimeout?: Time;
  /** How long an absence is watched, or `'auto'`: as long as the latency of events asks for. Default: `'auto'`. */
  quietWindow?: Time;
  /** Deadline of a request. Default: 10 seconds. */
  timeout?: Time;
  /** Requests under way at once, 1 to 1000, or `'auto'`: 32, and up to 64 where a round trip takes long. Default: `'auto'`. */
  concurrency?: number | 'auto';
  /** Requests a second at most. Default: as many as come. */
  rate?: number | null;
  /** Seed of the bundled service, a whole number below 2³². Default: another one each time. */
  seed?: number | null;

  /** Folder with the description of the interface. Default: that of the package. */
  spec?: string;
  /** Ends the check early: it resolves with what is known, verdict `interrupted` and exit code 130. */
  signal?: AbortSignal;
  /** Called as the check goes on. It must not throw. */
  onProgress?: (progress: CheckProgress) => void;
}

/** What a check reports while it runs. */
export type CheckProgress =
  /** A line of the preflight. */
  | ({ kind: 'preflight' } & PreflightLine)
  /** The cases are chosen. */
  | { kind: 'selected'; cases: number }
  /** A case has ended; once more where what came later in the run changed its verdict. */
  | { kind: 'case'; id: string; verdict: Verdict; reason: string | null };

/**
 * The options of `check` that fit a running reference service: address, certificate, keys, dialect and the employee's side.
 * @param descriptions those that the service was started with
 */
export function optionsFor(
  service: Pick<ReferenceService, 'baseUrl' | 'keys' | 'dialect' | 'operator' | 'caPem'>,
  descriptions: readonly Description[],
): CheckOptions {
  const { target, dialect, operator } = settingsFor(service, descriptions);
  const { baseUrl, key, secondKey, freshKeys, restricted } = target;
  return {
    baseUrl,
    key,
    secondKey,
    freshKeys,
    restricted,
    ca: service.caPem,
    ...writtenDown({ dialect, operator }),
  };
}
