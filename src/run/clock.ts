import { whenAborted } from '../abort.js';
import { activeMoment, afterActive, suspendedMs } from '../active-time.js';
import type { Clock } from '../engine/ports.js';

/** The time that this process lives through. A sleep ends early, without an error, when its signal aborts. */
export const systemClock: Clock = {
  now: activeMoment,
  suspendedMs,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        cancel();
        takeBack();
        resolve();
      };
      const cancel = afterActive(ms, end);
      const takeBack = whenAborted(signal, end);
    }),
};
