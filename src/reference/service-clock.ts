import { setTimeout as sleep } from 'node:timers/promises';

/** The time that a service lives in. */
export interface ServiceClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Returns at once where there is nothing to wait for, and as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** That of the machine. */
export const systemClock: ServiceClock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    if (ms > 0) await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  },
};
