import { availableParallelism, loadavg } from 'node:os';

/**
 * A time limit for a process, in milliseconds, on a machine as busy as this one: as it stands where there is a processor
 * for each who wants one, and longer in proportion where more stand in line.
 */
export function whileBusy(limitMs: number): number {
  const [load = 0] = loadavg();
  return limitMs * Math.max(1, load / availableParallelism());
}
