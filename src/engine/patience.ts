/** So often something must have been waited for in vain, for as long as it may take, before the run loses patience. */
const ENOUGH = 3;
/** Less is too little for a machine that is busy. */
const LEAST_MS = 1_000;
/** Whatever came took at most a part of this time. */
const MARGIN = 2;

/**
 * How long to wait for things of a kind. As long as they may take, until that was in vain again and again: then the
 * violation stands, and no more than twice as long as any took that did come.
 */
export class Patience {
  private readonly kinds = new Map<string, { missed: number; slowestMs: number }>();

  /**
   * @param limitMs how long one may take
   * @param leastMs how long one is waited for at least, whatever was missed before
   */
  constructor(
    private readonly limitMs: number,
    private readonly leastMs: number,
  ) {}

  /** How long to wait for the next of a kind, milliseconds. */
  of(kind: string): number {
    const { missed, slowestMs } = this.known(kind);
    if (missed < ENOUGH) return this.limitMs;
    return Math.min(this.limitMs, Math.max(LEAST_MS, this.leastMs, MARGIN * slowestMs));
  }

  /** One of the kind came after so long. */
  came(kind: string, ms: number): void {
    const known = this.known(kind);
    known.slowestMs = Math.max(known.slowestMs, ms);
  }

  /** One was waited for in vain for so long; what had no time enough tells nothing. */
  missed(kind: string, ms: number): void {
    if (ms >= this.limitMs) this.known(kind).missed += 1;
  }

  private known(kind: string): { missed: number; slowestMs: number } {
    const known = this.kinds.get(kind) ?? { missed: 0, slowestMs: 0 };
    this.kinds.set(kind, known);
    return known;
  }
}
