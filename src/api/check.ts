import { setMaxListeners } from 'node:events';
import { loadConfiguration } from '../configuration/load.js';
import { loadDescriptions } from '../description/load.js';
import type { Operator } from '../engine/ports.js';
import type { RunRecord } from '../record/types.js';
import { openConfigured, type Target } from '../run/open-target.js';
import { PreflightReport } from '../run/preflight/report.js';
import { run } from '../run/run.js';
import type { WantedCases } from '../run/wanted-cases.js';
import type { CheckOptions } from './check-options.js';

/**
 * Checks a deployment as `conform run` does, and resolves with the record: a verdict (`record.verdict`, `record.exitCode`),
 * all cases, exchanges and events, every key masked. Nothing is printed, and nothing is written: `writeReports` does.
 * A violation is no error.
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
    alone: operator === 'none',
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
  /** What a reader of the record may call to check again. */
  command: string;
  /** The cases, where they are known already. */
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
      onSelected: (cases) => onProgress({ kind: 'selected', cases }),
      onOutcome: ({ case: { id }, verdict, reason }) =>
        onProgress({ kind: 'case', id, verdict, reason: reason?.text ?? null }),
    });
  } finally {
    signal?.removeEventListener('abort', abort);
    await target.close();
  }
}
