/** Lets at most `limit` in at a time, first come first served, and at most `rate` a second. */
export class Gate {
  readonly #limit: number;
  readonly #spacingMs: number;
  readonly #waiting: ((entered: boolean) => void)[] = [];
  #inside = 0;
  #nextAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(limit: number, rate = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
    this.#spacingMs = 1000 / rate;
  }

  /** True once inside (then `leave` is due); false when the gate closed or `signal` aborted first. */
  enter(signal?: AbortSignal): Promise<boolean> {
    if (this.#closed || signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onAbort = (): void => {
        const at = this.#waiting.indexOf(enter);
        if (at >= 0) this.#waiting.splice(at, 1);
        resolve(false);
      };
      const enter = (entered: boolean): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve(entered);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(enter);
      this.#admit();
    });
  }

  leave(): void {
    this.#inside--;
    this.#admit();
  }

  /** Sends all that wait away. */
  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const enter of this.#waiting.splice(0)) enter(false);
  }

  #admit(): void {
    while (this.#inside < this.#limit && this.#waiting.length > 0 && !this.#timer) {
      const now = performance.now();
      if (now < this.#nextAt) {
        this.#timer = setTimeout(() => {
          this.#timer = null;
          this.#admit();
        }, this.#nextAt - now);
        return;
      }
      this.#nextAt = Math.max(now, this.#nextAt) + this.#spacingMs;
      this.#inside++;
      this.#waiting.shift()?.(true);
    }
  }
}
