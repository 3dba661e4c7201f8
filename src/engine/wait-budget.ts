/** How many events of a kind must be awaited in vain, for as long as one may take, before the wait for the next is shortened. */
export const MISSED_BEFORE = 3;
/** Less is too little for a busy machine. */
const LEAST_MS = 1_000;
/** After this many misses no queue is to blame; if the kind never came at all, half of that is enough. */
const HOPELESS = 10;
/** Waits are this many times as long as the slowest event that came lately. */
const MARGIN = 2;
/** So many of the last ones of a kind came lately: what was slow before, as on a busy machine, says nothing any more. */
const LATELY = 32;

/** The kind of an event of a version that comes to the run's own address, or of something else that employees see. */
export function usualKind(version: string, what: string): string {
  return `${version} ${what}`;
}

/** A budget for which nothing has been missed, with the limits of a run. */
export function waitBudgetOf(
  limits: { eventTimeoutMs: number; quietWindowMs: number },
  state?: StateOfRun,
): WaitBudget {
  return new WaitBudget(limits.eventTimeoutMs, limits.quietWindowMs, state);
}

/** What a run knows of itself that waits depend on. */
export interface StateOfRun {
  /** Whether events may be late because they stand in a queue: then none is given up before many were missed. */
  isQueued(): boolean;
  /** Whether every wait holds up all cases, because the service's clock moves only once nobody waits. */
  holdsUpAll(): boolean;
}

const USUAL: StateOfRun = { isQueued: () => false, holdsUpAll: () => false };

interface Known {
  /** Awaited in vain for as long as one may take. */
  missed: number;
  /** Awaited in vain, however long. */
  missedAtAll: number;
  slowestMs: number;
  /** How long those took that came lately, milliseconds. */
  latelyMs: number[];
}

/**
 * How long to wait for things of a kind: as long as they may take, until that was in vain again and again; where each wait
 * holds up all cases, until it was in vain once. From then on the violation stands, and the wait is no more than twice as
 * long as the slowest of those that came lately.
 */
export class WaitBudget {
  private readonly kinds = new Map<string, Known>();
  /** Missed while each wait held up all cases: of whatever version, and at whatever address. */
  private readonly missedByAll = new Set<string>();
  /** How long those took that came meanwhile, of whatever kind, milliseconds. */
  private readonly heldUpMs: number[] = [];

  /**
   * @param limitMs how long one may take
   * @param leastMs the shortest wait for a kind that did come before, whatever was missed
   */
  constructor(
    private readonly limitMs: number,
    private readonly leastMs: number,
    private readonly state: StateOfRun = USUAL,
  ) {}

  isQueued(): boolean {
    return this.state.isQueued();
  }

  /**
   * How long to wait for the next of a kind, milliseconds.
   * @param usual the wider kind that it belongs to: once that is given up, so is this one
   */
  of(kind: string, usual: string = kind): number {
    const missed = Math.max(this.known(kind).missed, this.known(usual).missed);
    const isGivenUp = missed >= MISSED_BEFORE || this.isGivenUpByAll(usual);
    return isGivenUp ? this.soonMs(kind, usual) : this.limitMs;
  }

  /** How long the next of a kind takes if it is no slower than those that came lately, milliseconds. */
  soonMs(kind: string, usual: string = kind): number {
    const isGivenUpByAll = this.isGivenUpByAll(usual);
    const slowestMs =
      isGivenUpByAll && this.heldUpMs.length > 0
        ? Math.max(...this.heldUpMs)
        : Math.max(this.slowestMs(kind), this.slowestMs(usual));
    // What did not come, however often it was awaited for as long as it may take, is in no queue. Nor is there one where the
    // clock moves only once nobody waits.
    if (this.isQueued() && !isGivenUpByAll && this.known(kind).missed < HOPELESS) return this.limitMs;
    const hopeless = isGivenUpByAll || (slowestMs === 0 && this.known(kind).missedAtAll >= HOPELESS);
    const leastMs = Math.max(hopeless ? LEAST_MS / 2 : LEAST_MS, slowestMs > 0 ? this.leastMs : 0);
    return Math.min(this.limitMs, Math.max(leastMs, MARGIN * slowestMs));
  }

  /** One of the kind came after this long. */
  came(kind: string, ms: number): void {
    const known = this.known(kind);
    known.slowestMs = Math.max(known.slowestMs, ms);
    noteLatest(known.latelyMs, ms);
    if (this.state.holdsUpAll()) noteLatest(this.heldUpMs, ms);
  }

  /**
   * One was awaited in vain for this long; a wait that was too short says nothing.
   * @param usual the wider kind that it belongs to
   */
  missed(kind: string, ms: number, usual: string = kind): void {
    const known = this.known(kind);
    known.missedAtAll += 1;
    if (ms < this.limitMs) return;
    known.missed += 1;
    if (this.state.holdsUpAll()) this.missedByAll.add(ofAnyVersion(usual));
  }

  private isGivenUpByAll(usual: string): boolean {
    return this.state.holdsUpAll() && this.missedByAll.has(ofAnyVersion(usual));
  }

  /** In a queue, whose length may change at any time, the slowest of all counts. */
  private slowestMs(kind: string): number {
    const { slowestMs, latelyMs } = this.known(kind);
    return this.isQueued() ? slowestMs : Math.max(0, ...latelyMs);
  }

  private known(kind: string): Known {
    const known = this.kinds.get(kind) ?? { missed: 0, missedAtAll: 0, slowestMs: 0, latelyMs: [] };
    this.kinds.set(kind, known);
    return known;
  }
}

function noteLatest(tookMs: number[], ms: number): void {
  tookMs.push(ms);
  if (tookMs.length > LATELY) tookMs.shift();
}

function ofAnyVersion(kind: string): string {
  return kind.slice(kind.indexOf(' ') + 1);
}
