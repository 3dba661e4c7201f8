/** All copies of an event, or only those that do not repeat another: see `EventBook.withoutRepeats`. */
export type Copies = 'all' | 'distinct';
/** How many copies of one stimulus's event came. */
export type CopyCount = (of: Copies) => number;

/** How many copies of an event the deployment sends, as seen when a single stimulus was the cause. */
export class EventCopies {
  private readonly counters = new Map<string, CopyCount[]>();
  /** Of all events whose name the interface shows. */
  private readonly named: CopyCount[] = [];
  private readonly spans: (() => number)[] = [];
  /** What each counter said at this number of events, and all of them together: every absence of a run asks. */
  private readonly said = { all: new Map<CopyCount, number>(), distinct: new Map<CopyCount, number>() };
  private readonly together = new Map<string, number[]>();
  private among = 0;

  /** @param size grows with each event of the run */
  constructor(private readonly size: () => number) {}

  /**
   * Takes note of what counts an event, and says how long it took from its first copy to its last one, milliseconds. Both
   * are read when somebody asks for the copies.
   */
  add(
    version: string,
    event: string,
    { count, spanMs, isNamed }: { count: CopyCount; spanMs: () => number; isNamed: boolean },
  ): void {
    this.spans.push(spanMs);
    const place = placeOf(version, event);
    this.counters.set(place, [...(this.counters.get(place) ?? []), count]);
    if (isNamed) this.named.push(count);
    this.together.clear();
  }

  /** What this event's counters say, leaving out those that counted nothing. */
  own(version: string, event: string, of: Copies): readonly number[] {
    const place = placeOf(version, event);
    return this.numbers(`${of} ${place}`, this.counters.get(place) ?? [], of);
  }

  /** What the counters of all events say whose name the interface shows. */
  ofNamed(of: Copies): readonly number[] {
    return this.numbers(of, this.named, of);
  }

  /** The longest that any event took from its first copy to its last one, milliseconds. */
  longestSpanMs(): number {
    return Math.max(0, ...this.spans.map((span) => span()));
  }

  private numbers(key: string, counters: readonly CopyCount[], of: Copies): readonly number[] {
    this.forget();
    const known = this.together.get(key);
    if (known) return known;
    const made = counters.map((count) => this.ask(count, of)).filter((number) => number > 0);
    this.together.set(key, made);
    return made;
  }

  private ask(count: CopyCount, of: Copies): number {
    const number = this.said[of].get(count) ?? count(of);
    this.said[of].set(count, number);
    return number;
  }

  /** Former counts no longer hold once further events have come. */
  private forget(): void {
    const among = this.size();
    if (among === this.among) return;
    this.among = among;
    for (const known of [this.said.all, this.said.distinct, this.together]) known.clear();
  }
}

function placeOf(version: string, event: string): string {
  return `${version} ${event}`;
}

/** Of this many consecutive events, the share of pairs that are out of order if no event waits for the one before it. */
const COMPARED = 24;
const OVERTAKING = 0.3;

/**
 * Compares the order in which events come with the order of their causes. In a queue the two are the same, however long
 * an event takes; where each takes its own time, many overtake others.
 */
export class ArrivalOrder {
  /** When the latest events were caused, in the order of their arrival; wall clock, milliseconds. */
  private readonly causes: number[] = [];

  /** @param slackMs a cause this much earlier than another may be the later one: for some events the exact moment is unknown */
  constructor(private readonly slackMs: number) {}

  /** An event came. */
  note(causedAt: number): void {
    this.causes.push(causedAt);
    if (this.causes.length > COMPARED) this.causes.shift();
  }

  /** Whether each of the latest events takes its own time and waits for none before it. */
  isMixed(): boolean {
    if (this.causes.length < COMPARED) return false;
    const overtaken = this.causes.map(
      (cause, at) => this.causes.slice(at + 1).filter((later) => later + this.slackMs < cause).length,
    );
    const pairs = (COMPARED * (COMPARED - 1)) / 2;
    return overtaken.reduce((sum, count) => sum + count, 0) > OVERTAKING * pairs;
  }
}
