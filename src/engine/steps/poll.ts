import type { RunState } from '../run-state.js';

/** Pauses between two looks, milliseconds: each is twice as long as the one before. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

/**
 * Looks until `isDue` takes what is seen, its time has passed or the run is ending. Returns what was seen last.
 * @param kind of what is looked for, see `WaitBudget`
 */
export async function poll<T>(
  { ports: { clock }, waitBudget, signal }: RunState,
  kind: string,
  look: () => Promise<T>,
  isDue: (seen: T) => boolean,
): Promise<T> {
  const began = clock.now();
  const limitMs = waitBudget.of(kind);
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const seen = await look();
    const ms = clock.now() - began;
    if (isDue(seen)) waitBudget.came(kind, ms);
    else if (ms >= limitMs) waitBudget.missed(kind, limitMs);
    if (isDue(seen) || signal.aborted || ms >= limitMs) return seen;
    await clock.sleep(pauseMs, signal);
  }
}
