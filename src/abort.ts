/** Listeners by signal. The signal itself gets only one, because it searches all of its own each time. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `listener` once when the signal aborts, however many others wait for the same one. Returns what removes it;
 * nothing is called for a signal that has aborted already.
 */
export function whenAborted(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (!signal) return () => undefined;
  const known = waiting.get(signal) ?? listened(signal);
  known.add(listener);
  return () => void known.delete(listener);
}

function listened(signal: AbortSignal): Set<() => void> {
  const listeners = new Set<() => void>();
  waiting.set(signal, listeners);
  signal.addEventListener(
    'abort',
    () => {
      const all = [...listeners];
      listeners.clear();
      for (const listener of all) listener();
    },
    { once: true },
  );
  return listeners;
}
