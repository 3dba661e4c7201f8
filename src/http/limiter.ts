import { whenAborted } from '../abort.js';
import { activeNow } from '../active-time.js';

/** Least number that the limiter narrows itself to: with fewer, one bad operation would make a line of all others. */
const NARROWEST = 2;

interface Waiter {
  urgency: number;
  enter: (entered: boolean) => void;
}

/**
 * Lets at most `limit` in at a time, and at most `rate` a second: the most urgent first, first come first served among
 * equals. Where the other side shows that this is too much for it, the limit is halved; it widens by one whenever as
 * many as it holds came out well.
 */
export class Limiter {
  readonly #widest: number;
  readonly #spacingMs: number;
  /** The most urgent first. */
  readonly #waiting: Waiter[] = [];
  #limit: number;
  #wellSince = 0;
  #narrowedAt = Number.NEGATIVE_INFINITY;
  #inside = 0;
  #nextAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(limit: number, rate = Number.POSITIVE_INFINITY) {
    this.#widest = limit;
    this.#limit = limit;
    this.#spacingMs = 1000 / rate;
  }

  /** How many may be inside now. */
  get limit(): number {
    return this.#limit;
  }

  /** True once inside (then `leave` is due); false when the limiter closed or `signal` aborted first. */
  enter(signal?: AbortSignal, urgency = Number.POSITIVE_INFINITY): Promise<boolean> {
    if (this.#closed || signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onAbort = (): void => {
        const at = this.#waiting.indexOf(waiter);
        if (at >= 0) this.#waiting.splice(at, 1);
        resolve(false);
      };
      const enter = (entered: boolean): void => {
        takeBack();
        resolve(entered);
      };
      const takeBack = whenAborted(signal, onAbort);
      const waiter = { urgency, enter };
      this.#waiting.splice(this.#placeFor(urgency), 0, waiter);
      this.#admit();
    });
  }

  leave(): void {
    this.#inside--;
    this.#admit();
  }

  /**
   * One that entered at `enteredAt` (of `activeNow`) was too much. Those that were inside together complain
   * together: what entered before the last narrowing does not narrow again.
   */
  narrow(enteredAt: number): void {
    this.#wellSince = 0;
    if (enteredAt <= this.#narrowedAt) return;
    this.#narrowedAt = activeNow();
    this.#limit = Math.min(this.#limit, Math.max(NARROWEST, Math.floor(this.#limit / 2)));
  }

  /** One came out well. */
  widen(): void {
    if (this.#limit === this.#widest) return;
    this.#wellSince++;
    if (this.#wellSince < this.#limit) return;
    this.#wellSince = 0;
    this.#limit++;
  }

  /** Sends all that wait away. */
  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const { enter } of this.#waiting.splice(0)) enter(false);
  }

  /** Behind all that are as urgent or more; thousands may wait. */
  #placeFor(urgency: number): number {
    let from = 0;
    let to = this.#waiting.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#waiting[middle] as Waiter).urgency >= urgency) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #admit(): void {
    while (this.#inside < this.#limit && this.#waiting.length > 0 && !this.#timer) {
      const now = activeNow();
      if (now < this.#nextAt) {
        this.#timer = setTimeout(() => {
          this.#timer = null;
          this.#admit();
        }, this.#nextAt - now);
        return;
      }
      this.#nextAt = Math.max(now, this.#nextAt) + this.#spacingMs;
      this.#inside++;
      this.#waiting.shift()?.enter(true);
    }
  }
}
