/** How many events of a kind must be awaited in vain, for as long as one may take, before the wait for the next is shortened. */
export const MISSED_BEFORE = 3;
/** Less is too little for a busy machine. */
const LEAST_MS = 1_000;
/** After this many misses no queue is to blame; if the kind never came at all, half of that is enough. */
const HOPELESS = 10;
/** Waits are this many times as long as the slowest event that came. */
const MARGIN = 2;

/** The kind of an event of a version that comes to the run's own address. */
export function usualKind(version: string, event: string): string {
  return `${version} ${event}`;
}

/** A budget for which nothing has been missed, with the limits of a run. */
export function waitBudgetOf(
  limits: { eventTimeoutMs: number; quietWindowMs: number },
  isQueued?: () => boolean,
): WaitBudget {
  return new WaitBudget(limits.eventTimeoutMs, limits.quietWindowMs, isQueued);
}

interface Known {
  /** Awaited in vain for as long as one may take. */
  missed: number;
  /** Awaited in vain, however long. */
  missedAtAll: number;
  slowestMs: number;
}

/**
 * How long to wait for things of a kind: as long as they may take, until that was in vain again and again. From then on
 * the violation stands, and the wait is no more than twice as long as the slowest that did come.
 */
export class WaitBudget {
  private readonly kinds = new Map<string, Known>();

  /**
   * @param limitMs how long one may take
   * @param leastMs the shortest wait for a kind that did come before, whatever was missed
   * @param isQueued whether events may be late because they stand in a queue: then none is given up before many were missed
   */
  constructor(
    private readonly limitMs: number,
    private readonly leastMs: number,
    readonly isQueued: () => boolean = () => false,
  ) {}

  /**
   * How long to wait for the next of a kind, milliseconds.
   * @param usual the wider kind that it belongs to: once that is given up, so is this one
   */
  of(kind: string, usual: string = kind): number {
    const missed = Math.max(this.known(kind).missed, this.known(usual).missed);
    return missed < MISSED_BEFORE ? this.limitMs : this.soonMs(kind, usual);
  }

  /** How long the next of a kind takes if it is no slower than those that came, milliseconds. */
  soonMs(kind: string, usual: string = kind): number {
    const slowestMs = Math.max(this.known(kind).slowestMs, this.known(usual).slowestMs);
    // What did not come, however often it was awaited for as long as it may take, is in no queue.
    if (this.isQueued() && this.known(kind).missed < HOPELESS) return this.limitMs;
    const hopeless = slowestMs === 0 && this.known(kind).missedAtAll >= HOPELESS;
    const leastMs = slowestMs > 0 ? Math.max(LEAST_MS, this.leastMs) : hopeless ? LEAST_MS / 2 : LEAST_MS;
    return Math.min(this.limitMs, Math.max(leastMs, MARGIN * slowestMs));
  }

  /** One of the kind came after this long. */
  came(kind: string, ms: number): void {
    const known = this.known(kind);
    known.slowestMs = Math.max(known.slowestMs, ms);
  }

  /** One was awaited in vain for this long; a wait that was too short says nothing. */
  missed(kind: string, ms: number): void {
    const known = this.known(kind);
    known.missedAtAll += 1;
    if (ms >= this.limitMs) known.missed += 1;
  }

  private known(kind: string): Known {
    const known = this.kinds.get(kind) ?? { missed: 0, missedAtAll: 0, slowestMs: 0 };
    this.kinds.set(kind, known);
    return known;
  }
}
