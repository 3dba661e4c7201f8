import type { Exchange } from './evidence.js';

/** Two exchanges that gave the same value. */
export interface Repetition {
  value: unknown;
  before: Exchange;
  after: Exchange;
}

export interface Repetitions {
  /** Of values within a group, oldest first. */
  within: readonly Repetition[];
  /** Of values of different groups. */
  across: readonly Repetition[];
  /** Number of groups that have any value. */
  groups: number;
}

/** Finds values that several responses of the run share. Each exchange is read once, however many ask. */
export class RepeatedValues {
  private readonly first = new Map<string, Map<unknown, Exchange>>();
  private readonly anywhere = new Map<unknown, { exchange: Exchange; group: string }>();
  private readonly within: Repetition[] = [];
  private readonly across: Repetition[] = [];
  private next = 0;

  /** `read`: the value of an exchange, undefined if it has none, and the group within which it must be unique. */
  constructor(
    private readonly exchanges: readonly Exchange[],
    private readonly read: (exchange: Exchange) => { value: unknown; group: string },
  ) {}

  /** In all exchanges so far. */
  all(): Repetitions {
    for (; this.next < this.exchanges.length; this.next += 1) this.add(this.exchanges[this.next] as Exchange);
    return { within: this.within, across: this.across, groups: this.first.size };
  }

  private add(after: Exchange): void {
    const { value, group } = this.read(after);
    // An empty one identifies nothing, which is a violation of its own.
    if (value === undefined || value === '') return;
    const own = this.first.get(group) ?? new Map<unknown, Exchange>();
    this.first.set(group, own);
    const before = own.get(value);
    if (before) this.within.push({ value, before, after });
    else own.set(value, after);
    const first = this.anywhere.get(value);
    if (!first) this.anywhere.set(value, { exchange: after, group });
    else if (first.group !== group) this.across.push({ value, before: first.exchange, after });
  }
}
