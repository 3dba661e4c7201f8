import type { Exchange } from './world.js';

/** Two exchanges that gave the same value. */
export interface Repetition {
  value: unknown;
  before: Exchange;
  after: Exchange;
}

/** Finds values that answers of the run share. Each exchange is read once, however many ask. */
export class RepeatedValues {
  private readonly first = new Map<unknown, Exchange>();
  private readonly found: Repetition[] = [];
  private next = 0;

  /** `read`: the value of an exchange; undefined where it has none. */
  constructor(
    private readonly exchanges: readonly Exchange[],
    private readonly read: (exchange: Exchange) => unknown,
  ) {}

  /** Of all exchanges so far, oldest first. */
  all(): readonly Repetition[] {
    for (; this.next < this.exchanges.length; this.next += 1) {
      const after = this.exchanges[this.next] as Exchange;
      const value = this.read(after);
      if (value === undefined) continue;
      const before = this.first.get(value);
      if (before) this.found.push({ value, before, after });
      else this.first.set(value, after);
    }
    return this.found;
  }
}
