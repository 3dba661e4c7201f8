import { activeNow, afterActive } from '../active-time.js';

/** Waking time that runs out, but for the pauses. */
export class Deadline {
  /** Milliseconds of all pauses that have ended. */
  pausedMs = 0;
  readonly #onPassed: () => void;
  #end: (() => void) | null = null;
  #left: number;
  #since = 0;

  /** Begins at once. */
  constructor(timeMs: number, onPassed: () => void) {
    this.#left = timeMs;
    this.#onPassed = onPassed;
    this.#run();
  }

  pause(): void {
    if (!this.#end) return;
    this.clear();
    this.#left -= activeNow() - this.#since;
    this.#since = activeNow();
  }

  resume(): void {
    if (this.#end) return;
    this.pausedMs += activeNow() - this.#since;
    this.#run();
  }

  /** Ends it for good. */
  clear(): void {
    this.#end?.();
    this.#end = null;
  }

  #run(): void {
    this.#since = activeNow();
    this.#end = afterActive(this.#left, this.#onPassed);
  }
}
