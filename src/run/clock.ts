import { whenAborted } from '../abort.js';
import type { Clock } from '../engine/ports.js';
import { afterWaking, heldUp, wakingMoment } from '../waking-time.js';

/** The time that this process lives through. A sleep ends early, without an error, when its signal aborts. */
export const systemClock: Clock = {
  now: wakingMoment,
  heldUp,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        cancel();
        takeBack();
        resolve();
      };
      const cancel = afterWaking(ms, end);
      const takeBack = whenAborted(signal, end);
    }),
};
