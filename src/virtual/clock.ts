import { whenAborted } from '../abort.js';
import type { Clock } from '../engine/ports.js';
import type { ServiceClock } from '../reference/service-context.js';

interface Sleeper {
  at: number;
  wake: () => void;
}

/**
 * A clock that stands still while anything can go on, and then jumps to the next moment that somebody waits
 * for. What runs on it alone takes no time, and the same each time.
 */
export class VirtualClock implements Clock, ServiceClock {
  private time: number;
  private sleepers: Sleeper[] = [];

  constructor(start = Date.now()) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  suspendedMs(): number {
    return 0;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms <= 0 || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = this.after(ms, () => {
        forget();
        resolve();
      });
      const forget = whenAborted(signal, () => {
        end();
        resolve();
      });
    });
  }

  /** Calls `wake` when so much time has passed. Returns what takes that back. */
  after(ms: number, wake: () => void): () => void {
    const sleeper = { at: this.time + Math.max(0, ms), wake };
    const before = this.sleepers.findLastIndex(({ at }) => at <= sleeper.at);
    this.sleepers.splice(before + 1, 0, sleeper);
    return () => {
      this.sleepers = this.sleepers.filter((waiting) => waiting !== sleeper);
    };
  }

  /** Lets time pass until the work has ended. Throws when it waits for nothing that this clock could bring. */
  async during<T>(work: Promise<T>): Promise<T> {
    let ended = false;
    const watched = work.finally(() => {
      ended = true;
    });
    watched.catch(() => undefined);
    for (;;) {
      // All that can go on without time does so before the next turn of the event loop.
      await new Promise(setImmediate);
      if (ended) return watched;
      const next = this.sleepers.shift();
      if (!next) throw new Error('It waits for something that no time brings.');
      this.time = next.at;
      next.wake();
    }
  }
}
