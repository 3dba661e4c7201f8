/** Time that runs out, but for the pauses. */
export class Deadline {
  /** Milliseconds of all pauses that have ended. */
  pausedMs = 0;
  readonly #onPassed: () => void;
  #timer: NodeJS.Timeout | null = null;
  #left: number;
  #since = 0;

  /** Begins at once. */
  constructor(timeMs: number, onPassed: () => void) {
    this.#left = timeMs;
    this.#onPassed = onPassed;
    this.#run();
  }

  pause(): void {
    if (!this.#timer) return;
    this.clear();
    this.#left -= performance.now() - this.#since;
    this.#since = performance.now();
  }

  resume(): void {
    if (this.#timer) return;
    this.pausedMs += performance.now() - this.#since;
    this.#run();
  }

  /** Ends it for good. */
  clear(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onPassed, Math.max(0, this.#left));
  }
}
