import type { RunState } from '../run-state.js';

/**
 * Waits for events part by part: what has not come for a while makes room for other cases, and meanwhile the run may have
 * lost its wait budget. `waitedMs`: how long was waited, milliseconds, where it did not come.
 */
export async function patiently<T>(
  { admission, signal, runContext }: RunState,
  limitMs: () => number,
  waitFor: (ms: number) => Promise<T>,
  enough: (came: T) => boolean,
): Promise<{ came: T; waitedMs: number }> {
  let waitedMs = 0;
  for (;;) {
    const leftMs = limitMs() - waitedMs;
    const partMs = Math.min(leftMs, admission.overdueMs);
    const came = await waitFor(partMs);
    waitedMs += partMs;
    if (enough(came) || signal.aborted) return { came, waitedMs };
    admission.overdue();
    if (waitedMs >= limitMs()) return { came, waitedMs };
    if (limitMs() < runContext.eventTimeoutMs) admission.open();
  }
}
