import type { CaseContext } from '../case-context.js';
import type { RunContext } from '../run-context.js';

/** In which a message crosses any usual network, milliseconds. */
const LEAST_MS = 50;

/** In which the deployment has sent whatever was caused before, unless it is slower than before the cases; milliseconds. */
export function momentMs({ eventLatency }: Pick<RunContext, 'eventLatency'>): number {
  return Math.max(LEAST_MS, 2 * (eventLatency?.ms ?? 0));
}

/** Leaves the deployment the time to send what was caused, where nobody can see whether it has. */
export async function pause({ runState: { ports, runContext, signal } }: CaseContext): Promise<null> {
  await ports.clock.sleep(momentMs(runContext), signal).catch(() => undefined);
  return null;
}
