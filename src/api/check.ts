import { setMaxListeners } from 'node:events';
import { loadConfiguration } from '../configuration/load.js';
import { writtenDown } from '../configuration/text.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import type { Operator } from '../engine/ports.js';
import type { RunRecord, Verdict } from '../record/types.js';
import type { ReferenceService } from '../reference/service.js';
import type { WantedCases } from '../run/case-selection.js';
import { openConfigured, type Target } from '../run/open-target.js';
import { type PreflightLine, PreflightReport } from '../run/preflight/context.js';
import { settingsFor } from '../run/reference-settings.js';
import { run } from '../run/run.js';

/**
 * Checks a deployment as `conform run` does, and resolves with the record: a verdict (`record.verdict`, `record.exitCode`),
 * all cases, exchanges and events, every key masked. Nothing is printed, and nothing is written: `writeReports` does.
 * A violation is not an error.
 * @throws UsageError options are wrong, nothing was sent; NoVerdict no verdict, with an exit code (2, 3 or 5), a stable code and a
 * hint; DescriptionError the folder of `spec` is wrong
 */
export async function check(options: CheckOptions = {}): Promise<RunRecord> {
  const { spec, signal, onProgress, operator, ca, ...settings } = options;
  const descriptions = await loadDescriptions(spec);
  const acting = isOperator(operator) ? operator : null;
  const configured = await loadConfiguration({
    flags: {},
    env: {},
    cwd: process.cwd(),
    descriptions,
    settings: { ...settings, ...(acting === null && { operator }) },
  });
  const configuration = {
    ...configured,
    target: { ...configured.target, ...(ca && { ca }) },
    output: { ...configured.output, input: false },
  };
  const target = await openConfigured(configuration, descriptions, {
    driverless: operator === 'none',
    ...(acting && { driver: acting }),
  });
  return checkConfigured(target, {
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
    command: 'check() of messaging-conformance',
  });
}

function isOperator(operator: CheckOptions['operator']): operator is Operator {
  return typeof operator === 'object' && 'perform' in operator;
}

interface Checking extends Pick<CheckOptions, 'signal' | 'onProgress'> {
  /** The command that a reader of the record may use to check again. */
  command: string;
  /** The cases, if they are known already. */
  wanted?: WantedCases;
}

/** Checks an opened target, which is closed at the end. @throws NoVerdict */
export async function checkConfigured(
  target: Target,
  { signal, onProgress = () => undefined, ...rest }: Checking,
): Promise<RunRecord> {
  const own = new AbortController();
  // Every request and every wait of a run listens to it.
  setMaxListeners(0, own.signal);
  const abort = (): void => own.abort();
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    return await run({
      ...target,
      ...rest,
      report: new PreflightReport((line) => onProgress({ kind: 'preflight', ...line })),
      signal: own.signal,
      interrupted: () => (own.signal.aborted ? 'SIGINT' : null),
      onSelected: ({ length: cases }) => onProgress({ kind: 'selected', cases }),
      onOutcome: ({ case: { id }, verdict, reason }) =>
        onProgress({ kind: 'case', id, verdict, reason: reason?.text ?? null }),
    });
  } finally {
    signal?.removeEventListener('abort', abort);
    await target.close();
  }
}

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
  /** Authentication key of a contact point; needed with `baseUrl`. It is in no record and no report. */
  key?: string | null;
  /** Key of another contact point, to see that the two leave each other alone. Default: none; its cases are skipped. */
  secondKey?: string | null;
  /** Keys of contact points that never had a webhook address. Default: none. */
  freshKeys?: readonly string[];
  /** A key whose account lacks operations, and which ones, by version. Default: none. */
  restricted?: { key: string; operations: Readonly<Record<string, readonly string[]>> } | null;
  /** Certificates to trust besides those of the system, PEM. Default: none. */
  ca?: string | null;
  /** A file with such certificates. Default: none. */
  caFile?: string | null;
  /** Accept any certificate. Default: false. */
  insecure?: boolean;
  /** Accept a plain `http://` target on another machine; the key travels in its query. Default: false. */
  allowHttp?: boolean;

  /** Overwrite the webhook address of a target on another machine, which cannot be read back. Default: false. */
  allowWebhookChange?: boolean;
  /** Address under which the target reaches the webhook catcher. Default: the address that it listens on. */
  webhookUrl?: string | null;
  /** Where the catcher listens, `HOST:PORT`. Default: `127.0.0.1:0`, any free port. */
  listen?: string;
  /** Webhook address that is set at the end, even of an aborted check. Default: the catcher's stays. */
  restoreWebhook?: string | null;
  /** The same at the second contact point. */
  restoreSecondWebhook?: string | null;
  /**
   * The employee's side: `'none'`, a section `{ http: … }` or `{ exec: [program, …arguments] }` as in the configuration file,
   * or an object that acts itself. It is closed at the end. Default: none; of the bundled service its own.
   */
  operator?: 'none' | { http: object } | { exec: readonly string[] } | Operator;
  /** What the interface does not show, as in the configuration file. Default: all of it is discovered. */
  dialect?: object;

  /** Only cases that match: parts of ids, globs over them, statements. Default: all. */
  grep?: readonly string[];
  /** Leave out cases that match. Default: none. */
  skip?: readonly string[];
  /** Only one case of each kind, about a third of them. Default: false. */
  quick?: boolean;
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
  /** Concurrent requests, 1 to 1000, or `'auto'`: 32, and up to 64 where a round trip takes long. Default: `'auto'`. */
  concurrency?: number | 'auto';
  /** Requests per second at most. Default: no limit. */
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
  /** A case has ended; once more if something later in the run changed its verdict. */
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
