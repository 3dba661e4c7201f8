import { setMaxListeners } from 'node:events';
import { loadConfiguration } from '../../../src/configuration/load.js';
import type { TargetConfiguration } from '../../../src/configuration/types.js';
import type { Description } from '../../../src/description/types.js';
import type { Operator } from '../../../src/engine/ports.js';
import { NoVerdict } from '../../../src/exit-codes.js';
import { createOperator } from '../../../src/operator/create.js';
import type { RunRecord } from '../../../src/record/types.js';
import { PreflightReport } from '../../../src/run/preflight/context.js';
import { settingsFor } from '../../../src/run/reference-settings.js';
import { run } from '../../../src/run/run.js';
import { noteVerdicts } from './notes.js';
import { type HostileOptions, type HostileTarget, startHostileTarget } from './target.js';

/** Long enough for a good response on a machine that is busy with others: many rows wait for it to end. */
export const REQUEST_TIMEOUT_MS = 1_000;
export const EVENT_TIMEOUT_MS = 700;

export interface HostileRun {
  /** Null where the run stopped in the preflight. */
  record: RunRecord | null;
  stop: NoVerdict | null;
  exitCode: number;
  /** Lines of the preflight as a person sees them. */
  lines: string[];
  elapsedMs: number;
  target: HostileTarget;
  /** `verdict code` of each case. */
  verdicts: Record<string, string>;
}

export interface HostileRunOptions extends HostileOptions {
  grep: string[];
  flags?: Record<string, unknown>;
  /** Changes the configuration last of all. */
  configure?: (configuration: TargetConfiguration, target: HostileTarget) => TargetConfiguration;
  ca?: string;
  /** Drives the employee's side; default: what is given. */
  operator?: (operator: Operator, target: HostileTarget) => Operator;
  signal?: AbortSignal;
}

/** For tests: a whole run, without Vitest around it, against a hostile target of its own. */
export async function hostileRun(options: HostileRunOptions): Promise<HostileRun> {
  const [ran] = await hostileRuns(options, 1);
  return ran as HostileRun;
}

/** For tests: so many runs at once against one target, with one key. */
export async function hostileRuns(options: HostileRunOptions, count: number): Promise<HostileRun[]> {
  const target = await startHostileTarget(options);
  try {
    const ran = await Promise.all(Array.from({ length: count }, () => runAgainst(target, options)));
    for (const hostileRun of ran) note(hostileRun);
    return ran;
  } finally {
    await target.close();
  }
}

function note({ exitCode, verdicts, stop }: HostileRun): void {
  noteVerdicts(exitCode, stop ? [stop.code] : Object.values(verdicts));
}

async function runAgainst(target: HostileTarget, options: HostileRunOptions): Promise<HostileRun> {
  const configuration = await configurationFor(target, options);
  const made = createOperator(configuration.operator, {
    secrets: [],
    input: false,
    shows: [],
    instructions: {},
  });
  const operator =
    options.operator?.(made, target) ?? (options.key ? withKey(made, options.key, target) : made);
  const lines: string[] = [];
  const never = new AbortController();
  setMaxListeners(0, never.signal);
  const started = performance.now();
  const common = { lines, target };
  try {
    const record = await run({
      configuration,
      descriptions: options.descriptions,
      operator,
      bundled: false,
      ca: options.ca ?? null,
      report: new PreflightReport(({ name, text, hint }) => lines.push(`${name}: ${text} ${hint ?? ''}`)),
      signal: options.signal ?? never.signal,
      interrupted: () => (options.signal?.aborted ? 'SIGINT' : null),
      command: 'npx conform',
    });
    return {
      ...common,
      record,
      stop: null,
      exitCode: record.exitCode,
      elapsedMs: performance.now() - started,
      verdicts: Object.fromEntries(
        record.cases.map(({ id, verdict, reason }) => [
          id,
          [verdict, reason?.code].filter(Boolean).join(' '),
        ]),
      ),
    };
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    const elapsedMs = performance.now() - started;
    return { ...common, record: null, stop: error, exitCode: error.exitCode, elapsedMs, verdicts: {} };
  } finally {
    await made.close();
  }
}

/** The employee's side knows the service's own key. */
function withKey(operator: Operator, from: string, { service }: HostileTarget): Operator {
  const inner = (parameters: Record<string, unknown>): Record<string, unknown> =>
    parameters['key'] === from ? { ...parameters, key: service.keys.main } : parameters;
  return {
    ...operator,
    perform: (action, parameters) => operator.perform(action, inner(parameters)),
    inbox: (parameters) => operator.inbox(inner(parameters)),
  };
}

async function configurationFor(
  target: HostileTarget,
  { descriptions, grep, key, flags = {}, configure = (same) => same }: HostileRunOptions,
): Promise<TargetConfiguration> {
  const own = settingsFor(target.service, descriptions);
  const configured = await loadConfiguration({
    flags: {
      timeout: `${REQUEST_TIMEOUT_MS}ms`,
      eventTimeout: `${EVENT_TIMEOUT_MS}ms`,
      quietWindow: '100ms',
      grep,
      ...flags,
    },
    env: {},
    cwd: '/',
    descriptions: descriptions as Description[],
  });
  return configure(
    {
      ...configured,
      target: { ...configured.target, ...own.target, ...(key && { key }), baseUrl: target.front.url },
      dialect: own.dialect,
      operator: own.operator,
    },
    target,
  );
}
