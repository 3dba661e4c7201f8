import { setTimeout as pause } from 'node:timers/promises';
import { whenAborted } from '../abort.js';
import { activeNow } from '../active-time.js';
import type { Outcome, OutgoingRequest, Transport } from '../engine/ports.js';

/** The limiter never narrows itself below this: with fewer, one bad operation would hold up all others. */
const NARROWEST = 2;

/** What passed in this period, or since the first of it, shows the pace that the other side accepts; milliseconds. */
const PACE_WINDOW_MS = 1_000;
/** One in so many is turned away whatever the pace: a limit of the rate turns away more. */
const FEW_TURNED_AWAY = 30;
/** After a whole window without a complaint, the pace rises by this factor. */
const FASTER = 1.1;

interface Waiter {
  priority: number;
  enter: (entered: boolean) => void;
}

/**
 * Admits at most `limit` at a time, and at most `rate` a second: the most urgent first, first come first served among
 * equals. If the other side shows that this is too much, the limit is halved; it widens by one whenever as many as it
 * admits have succeeded. If the other side turns away what comes too fast, those admitted keep to the pace that it
 * accepted.
 */
export class Limiter {
  #widest: number;
  readonly #least: number;
  /** Between two admissions, milliseconds. */
  #spacingMs: number;
  /** When those succeeded that did so within the last window, oldest first. */
  readonly #passed: number[] = [];
  /** When others were turned away, within the last window. */
  #turnedAway: number[] = [];
  #pacedAt = Number.NEGATIVE_INFINITY;
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
    this.#least = 1000 / rate;
    this.#spacingMs = this.#least;
  }

  /** How many may be inside now. */
  get limit(): number {
    return this.#limit;
  }

  /** From now on this many may be inside; a narrowed limit widens as before, up to this. */
  allow(limit: number): void {
    if (this.#limit === this.#widest || this.#limit > limit) this.#limit = limit;
    this.#widest = limit;
    this.#admit();
  }

  /** True once inside (after which `leave` must be called); false when the limiter closed or `signal` aborted first. */
  enter(signal?: AbortSignal, priority = Number.POSITIVE_INFINITY): Promise<boolean> {
    if (this.#closed || signal?.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onAbort = (): void => {
        const at = this.#waiting.indexOf(waiter);
        if (at >= 0) this.#waiting.splice(at, 1);
        resolve(false);
      };
      const enter = (entered: boolean): void => {
        unsubscribe();
        resolve(entered);
      };
      const unsubscribe = whenAborted(signal, onAbort);
      const waiter = { priority, enter };
      this.#waiting.splice(this.#placeFor(priority), 0, waiter);
      this.#admit();
    });
  }

  leave(): void {
    this.#inside--;
    this.#admit();
  }

  /**
   * One that entered at `enteredAt` (of `activeNow`) was too much. Those inside together complain together: what entered
   * before the last narrowing does not narrow again.
   */
  narrow(enteredAt: number): void {
    this.#wellSince = 0;
    if (enteredAt <= this.#narrowedAt) return;
    this.#narrowedAt = activeNow();
    this.#limit = Math.min(this.#limit, Math.max(NARROWEST, Math.floor(this.#limit / 2)));
  }

  /**
   * One that entered at `enteredAt` (of `activeNow`) was turned away for coming too fast. If nothing has passed lately, or nearly
   * all of them, the pace is not the problem.
   */
  pace(enteredAt: number): void {
    const now = activeNow();
    this.#turnedAway = [...this.#turnedAway.filter((at) => at >= now - PACE_WINDOW_MS), now];
    if (enteredAt <= this.#pacedAt) return;
    const passed = this.#passedSince(now - PACE_WINDOW_MS);
    if (passed === 0 || passed >= FEW_TURNED_AWAY * this.#turnedAway.length) return;
    this.#pacedAt = now;
    this.#spacingMs = Math.max(this.#least, (now - (this.#passed[0] as number)) / passed);
    this.#nextAt = Math.max(this.#nextAt, now + this.#spacingMs);
  }

  /** One succeeded. */
  widen(): void {
    const now = activeNow();
    this.#passed.push(now);
    if (this.#spacingMs > this.#least && now - this.#pacedAt > PACE_WINDOW_MS) {
      this.#pacedAt = now;
      this.#spacingMs = Math.max(this.#least, this.#spacingMs / FASTER);
    }
    this.#passedSince(now - PACE_WINDOW_MS);
    if (this.#limit === this.#widest) return;
    this.#wellSince++;
    if (this.#wellSince < this.#limit) return;
    this.#wellSince = 0;
    this.#limit++;
  }

  /** Sends away all that wait. */
  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    for (const { enter } of this.#waiting.splice(0)) enter(false);
  }

  /** How many succeeded since then; older ones are forgotten. */
  #passedSince(moment: number): number {
    const first = this.#passed.findIndex((at) => at >= moment);
    if (first !== 0) this.#passed.splice(0, first < 0 ? this.#passed.length : first);
    return this.#passed.length;
  }

  /** Behind all that are as urgent or more so; thousands may wait. */
  #placeFor(priority: number): number {
    let from = 0;
    let to = this.#waiting.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#waiting[middle] as Waiter).priority >= priority) from = middle + 1;
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

/** Connections to a nearby target: there the processor is the limit, and more of them make the run slower. */
const FEWEST_AT_ONCE = 32;
/** Requests at once: no check should put more load than this on a target. */
const MOST_AT_ONCE = 64;

/**
 * Requests under way at once: what the user says, or else enough to send a thousand a second over this distance, within
 * bounds. Until the distance is known, the least.
 * @param roundTripMs shortest round trip so far, milliseconds
 */
export function concurrencyFor(setting: number | 'auto', roundTripMs = 0): number {
  return setting === 'auto'
    ? Math.min(MOST_AT_ONCE, Math.max(FEWEST_AT_ONCE, Math.round(roundTripMs)))
    : setting;
}

interface RateLimitOptions {
  /** Before the second try, milliseconds; each later pause is twice as long, unless the other side names one. */
  firstPauseMs?: number;
  /** Longest pause, even if the other side names one, milliseconds. */
  longestPauseMs?: number;
  /** After this many consecutive requests that were turned away to the end, nothing is sent again. */
  most?: number;
}

/** Too many requests: the request was turned away, not handled, so it may be repeated. */
export const TOO_MANY = 429;
/** Service unavailable: with a `Retry-After`, the same. */
const UNAVAILABLE = 503;

/** One try of a request. */
interface Try<T> {
  result: T;
  durationMs: number;
  /** Set when it was turned away and may be repeated; `pauseMs` is null unless the other side names a pause. */
  turnedAway: { pauseMs: number | null } | null;
}

/**
 * Repeats requests that the other side turned away by its rate limit, or for so many seconds. All tries of a request, and the
 * pauses between them, stay within its time. If waiting has not helped `most` times in a row, the other side has another reason
 * to turn requests away, and nothing is repeated.
 */
export class Repeater {
  readonly #firstPauseMs: number;
  readonly #longestPauseMs: number;
  readonly #most: number;
  #inVain = 0;

  constructor({ firstPauseMs = 250, longestPauseMs = 5_000, most = 8 }: RateLimitOptions = {}) {
    this.#firstPauseMs = firstPauseMs;
    this.#longestPauseMs = longestPauseMs;
    this.#most = most;
  }

  /**
   * @param attempt makes one try in at most `leftMs` milliseconds; time in line does not count
   * @param drop frees what a try holds that is repeated
   * @returns the result of the last try, and how many were turned away before it
   */
  async send<T>(
    timeoutMs: number,
    attempt: (leftMs: number) => Promise<Try<T>>,
    drop: (result: T) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<{ result: T; heldBack: number }> {
    let leftMs = timeoutMs;
    for (let heldBack = 0; ; heldBack += 1) {
      const { result, durationMs, turnedAway } = await attempt(Math.max(1, Math.round(leftMs)));
      if (!turnedAway) {
        if (heldBack > 0) this.#inVain = 0;
        return { result, heldBack };
      }
      const pauseMs = turnedAway.pauseMs ?? this.#firstPauseMs * 2 ** heldBack;
      const waitMs = Math.min(pauseMs, this.#longestPauseMs);
      leftMs -= durationMs + waitMs;
      if (leftMs <= 0) this.#inVain += 1;
      if (leftMs <= 0 || this.#inVain >= this.#most || !(await paused(waitMs, signal)))
        return { result, heldBack };
      drop(result);
    }
  }
}

/**
 * Repeats what a target turned away, which no interface document shows and no checker may mistake for a verdict. All tries of a
 * request stay within its `timeoutMs`.
 */
export function retryTurnedAway(inner: Transport, options: RateLimitOptions = {}): Transport {
  const repeater = new Repeater(options);

  async function send(request: OutgoingRequest): Promise<Outcome> {
    const { result, heldBack } = await repeater.send<Outcome>(
      request.timeoutMs,
      async (timeoutMs) => {
        const outcome = await inner.send({ ...request, timeoutMs });
        const { kind, durationMs } = outcome;
        const turnedAway =
          kind === 'response' ? turnedAwayBy(outcome.status, namedPause(outcome.headers)) : null;
        return { result: outcome, durationMs, turnedAway };
      },
      (outcome) => outcome.kind === 'response' && outcome.release?.(),
      request.signal,
    );
    return result.kind === 'response' && heldBack > 0 ? { ...result, heldBack } : result;
  }

  return { send };
}

/** @param retryAfter value of the header, if there is one; a date is not read, because clocks differ */
export function turnedAwayBy(status: number, retryAfter: string | undefined): Try<unknown>['turnedAway'] {
  const pauseMs = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : null;
  return status === TOO_MANY || (status === UNAVAILABLE && pauseMs !== null) ? { pauseMs } : null;
}

function namedPause(headers: (Outcome & { kind: 'response' })['headers']): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
}

/** False when the signal aborted first. */
async function paused(ms: number, signal?: AbortSignal): Promise<boolean> {
  try {
    await pause(ms, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
