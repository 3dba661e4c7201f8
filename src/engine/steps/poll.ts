import type { Scope } from '../scope.js';

/** Pauses between two looks, milliseconds: each is twice as long as the one before. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

/**
 * Looks until `isDue` takes what is seen, the event timeout has passed or the run is ending. Returns what was seen last.
 */
export async function poll<T>(
  { ports: { clock }, world, signal }: Scope,
  look: () => Promise<T>,
  isDue: (seen: T) => boolean,
): Promise<T> {
  const deadline = clock.now() + world.eventTimeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const seen = await look();
    if (isDue(seen) || signal.aborted || clock.now() >= deadline) return seen;
    await clock.sleep(pauseMs, signal);
  }
}
