import type { Description } from '../description/types.js';
import { groupBy } from '../group-by.js';
import type { AddressLog } from './address-log.js';
import type { BookedEvent, EventBook } from './event-book.js';
import type { Clock } from './ports.js';

/** All copies of an event, or only those that do not repeat another: see `EventBook.withoutRepeats`. */
export type Copies = 'all' | 'distinct';
/** How many copies of one stimulus's event came. */
export type CopyCount = (of: Copies) => number;

/** What is known of the events of a run. */
interface RunOfEvents {
  readonly ports: { clock: Pick<Clock, 'now'> };
  /** Grows with each event. */
  readonly eventsSoFar: number;
  description(version: string): Pick<Description, 'events'>;
  book(version: string): Pick<EventBook, 'all' | 'withoutRepeats'>;
}

/** Users who tell how often a deployment sends each event, where no case has counted it. */
const ENOUGH_USERS = 3;
/** Copies may take so many times as long as the slowest ones that were seen. */
const SLOWER_COPIES = 1.5;

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

  constructor(private readonly run: RunOfEvents) {}

  /**
   * Takes note of what counts an event that one stimulus caused, and says how long it took from its first copy to its last
   * one, milliseconds. Both are read when somebody asks for the copies.
   */
  note(version: string, event: string, { count, spanMs }: { count: CopyCount; spanMs: () => number }): void {
    this.spans.push(spanMs);
    const place = placeOf(version, event);
    this.counters.set(place, [...(this.counters.get(place) ?? []), count]);
    if (!this.run.description(version).events[event]?.unnamed) this.named.push(count);
    this.together.clear();
  }

  /** Whether copies of what was caused at this moment (wall clock) may still come: some came as late after the first ones. */
  areAwaited(causedAt: number): boolean {
    return this.run.ports.clock.now() < causedAt + SLOWER_COPIES * this.longestSpanMs();
  }

  /**
   * The fewest and the most copies that the deployment makes of one event; null: it never came. A deployment that repeats
   * some event now and then may repeat any, so the most is that of all events with a name, and the fewest is 1 if they
   * differ.
   */
  of(version: string, event: string, of: Copies = 'all'): { least: number; most: number } | null {
    const own = this.own(version, event, of);
    if (own.length === 0) return null;
    const all = [...own, ...this.ofNamed(of)];
    const most = Math.max(...all);
    return { least: Math.min(...all) === most ? most : 1, most };
  }

  /** The most copies to expect, even of an event that no single stimulus was seen to cause. */
  mostOf(version: string, event: string, of: Copies = 'all'): number {
    const counted = [...this.own(version, event, of), ...this.ofNamed(of)];
    return counted.length > 0 ? Math.max(...counted) : this.usualForOneUser(version, event, of);
  }

  /**
   * Where no case has counted copies, as in a run of a few cases: what comes for most users as often is not a surplus for one.
   * The last copy for some of them may still be under way.
   */
  private usualForOneUser(version: string, event: string, of: Copies): number {
    const book = this.run.book(version);
    const named = book.all().filter(({ name }) => name === event);
    const byUser = [...groupBy(named, ({ user }) => user).values()];
    if (byUser.length < ENOUGH_USERS) return 1;
    const numbers = byUser.map((events) => (of === 'distinct' ? book.withoutRepeats(events) : events).length);
    const isUsual = (number: number): boolean =>
      numbers.filter((other) => other === number).length * 2 > numbers.length;
    return numbers.find(isUsual) ?? 1;
  }

  /** What this event's counters say, leaving out those that counted nothing. */
  private own(version: string, event: string, of: Copies): readonly number[] {
    const place = placeOf(version, event);
    return this.numbers(`${of} ${place}`, this.counters.get(place) ?? [], of);
  }

  /** What the counters of all events say whose name the interface shows. */
  private ofNamed(of: Copies): readonly number[] {
    return this.numbers(of, this.named, of);
  }

  /** The longest that any event took from its first copy to its last one, milliseconds. */
  private longestSpanMs(): number {
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
    const among = this.run.eventsSoFar;
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

/** Nothing is known of the cause of an event for somebody else: it may be later. */
const UNKNOWN = Number.POSITIVE_INFINITY;

/** So many events overtake: a single one may come just when its user does something else, and seem to be due to that. */
const MOST_OVERTAKING = 2;

/** After this part of the timeout an event is late; so many late ones that others overtook show that there are several lines. */
const LATE_PART = 4;
const LEAST_OVERTAKEN = 3;

/**
 * Tells whether events that have not come may still stand in line. Where a service sends the events of a contact point
 * one after the other, what comes first was caused first. All moments are wall clock, milliseconds.
 */
export class EventQueues {
  /** When the case of a user began, by user. */
  private readonly begunAt = new Map<string, number>();
  /** When the latest event that has come for a user was caused, as far as that is known. */
  private readonly causedAt = new Map<string, number>();
  /** When a case of a user did anything, in order, by user. */
  private readonly actedAt = new Map<string, number[]>();
  /** When the latest of all events that have come was caused, as far as that is known; and how many it overtook. */
  private latestCausedAt = Number.NEGATIVE_INFINITY;
  private overtaken = 0;
  private readonly lateMs: number;

  constructor(
    private readonly addressLog: Pick<AddressLog, 'isOfPointOf'>,
    timeoutMs: number,
  ) {
    this.lateMs = timeoutMs / LATE_PART;
  }

  /** A case of this user begins at this moment. */
  begins(user: string, moment: number): void {
    if (!this.begunAt.has(user)) this.begunAt.set(user, moment);
  }

  /** A case of these users did something at this moment. */
  acts(users: readonly string[], moment: number): void {
    for (const user of users) {
      const known = this.actedAt.get(user);
      if (known) known.push(moment);
      else this.actedAt.set(user, [moment]);
    }
  }

  /** An event came that nothing but a request of this moment can have caused. */
  came(user: string, causedAt: number): void {
    this.causedAt.set(user, Math.max(causedAt, this.causedAt.get(user) ?? causedAt));
    if (causedAt + this.lateMs < this.latestCausedAt) this.overtaken += 1;
    this.latestCausedAt = Math.max(this.latestCausedAt, causedAt);
  }

  /**
   * When the line last moved in which an event for the user may stand that was caused at `moment`; null: it did not. There
   * may be one line for all events, or one for each contact point: these have moved on beyond the event once something
   * comes that was caused later. Or users may be shared out to several lines: then whatever comes for somebody for whom
   * nothing has been done since may have stood ahead of it, and so may whatever comes late.
   * @param events that have come since `moment`
   */
  movedAt(moment: number, user: string, events: readonly BookedEvent[]): number | null {
    const isLater = (event: BookedEvent): boolean =>
      Math.max(this.begunAt.get(event.user) ?? UNKNOWN, this.causedAt.get(event.user) ?? 0) > moment;
    const own = events.filter((event) =>
      this.addressLog.isOfPointOf(event.delivery.address, event.user, user),
    );
    const isLine = (each: readonly BookedEvent[]): boolean =>
      each.length > 0 && each.filter(isLater).length < MOST_OVERTAKING;
    const mayBeAhead = ({ user, delivery: { at } }: BookedEvent): boolean => {
      const actedAt = this.actedAt.get(user)?.findLast((moment) => moment <= at) ?? UNKNOWN;
      return actedAt < moment || (this.overtaken >= LEAST_OVERTAKEN && actedAt + this.lateMs < at);
    };
    const line = [...([events, own].find(isLine) ?? []), ...events.filter(mayBeAhead)];
    return line.length === 0 ? null : Math.max(...line.map(({ delivery }) => delivery.at));
  }
}
