import { setMaxListeners } from 'node:events';
import type { RunRecord } from '../record/types.js';
import type { Target } from '../run/open-target.js';
import { PreflightReport } from '../run/preflight/report.js';
import { run } from '../run/run.js';
import type { WantedCases } from '../run/wanted-cases.js';
import type { CheckOptions } from './check-options.js';

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
