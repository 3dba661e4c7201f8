import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../engine/ports.js';

/** The machine's own clock. A sleep ends early, without an error, when its signal aborts. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
  },
};
