import { ArrivalOrder } from './delivery-habits.js';

/** Events under way at once at first: so few that a service which sends one after the other has them out in this part of the timeout. */
const SAFE_PART = 8;
const FEWEST = 32;
/** The first events may be prompt where those behind them wait: so many come within the timeout at thirteen a second. */
const MOST_AT_FIRST = 125;
/** An event that took less than this part of its timeout did not stand in line. */
const PROMPT_PART = 20;
/** One that took more did. */
const LATE_PART = 10;
/** Room that is gained with each event that came promptly, as long as none came late. */
const FASTER = 4;
/** With so much room those that cause most at once fit as well. */
const ROOMY = 250;
/** By how much the room grows where events seem to be lost, and milliseconds before it may grow again. */
const WIDENING = 4;
const WIDENING_MS = 500;
/** A slow service is not a crowded one: multiples of the usual time of an event that are still prompt, and late. */
const PROMPT_TIMES = 1.5;
const LATE_TIMES = 2;
/** The usual time is the median of this many events: some came of an earlier cause than the last, and seem to be quick. */
const SAMPLES = 15;
/** An event that takes so long while so few others are awaited is slow by itself; but no longer than this part of its timeout. */
const FEW_INSIDE = 8;
const SLOWEST_PART = 4;
/** Cases without events that go at a time beside the others, and how few where events come late. */
const MOST_BESIDE = 64;
const FEWEST_BESIDE = 4;
/** How long a case that has ended stays for its last event, in multiples of the last one's time; and at least, milliseconds. */
const STAY = 2;
const SHORTEST_STAY_MS = 100;

/** What a case did last before an event of its user came; wall clock, milliseconds. */
export interface EventCause {
  at: number;
  /** Nothing else can have caused the event; otherwise it may be due to something earlier, but not before the case began. */
  isSole: boolean;
  caseBeganAt: number;
}

/**
 * Lets cases begin as fast as the deployment delivers events. Many services send one event after the other; all cases at
 * once would put more into their line than they can deliver before an event counts as missing. So few cases begin
 * together, more as long as events come promptly, and fewer as soon as they come late. A service that answers before it
 * delivers must not be kept from delivering either: while events come late, cases without any hold back.
 */
export class Admission {
  /** The most urgent first. */
  private readonly line: { events: number; urgency: number; begin: () => void }[] = [];
  private inside = 0;
  /** Cases without events that have not begun. */
  private readonly besideLine: { urgency: number; begin: () => void }[] = [];
  private beside = 0;
  private besideLimit = MOST_BESIDE;
  private limit: number;
  private crowded = false;
  /** What an event takes where there is no line. */
  private usualMs: number;
  private readonly lately: number[] = [];
  private lastMs: number;
  /** Up to here the limit grows quickly again after it was narrowed. */
  private knownToFit = 0;
  /** When an event came last that somebody waited for, and when one came late enough to have stood in line. */
  private cameAt = Number.NEGATIVE_INFINITY;
  private slowAt = Number.NEGATIVE_INFINITY;
  private widenedAt = Number.NEGATIVE_INFINITY;
  /** The limit before the first narrowing. */
  private widest = 0;
  /** Once is enough to go on carefully. */
  private wasCrowded = false;
  /** When the latest case began that an event has come for, wall clock. */
  private latestBeganAt = Number.NEGATIVE_INFINITY;
  private readonly order: ArrivalOrder;
  /** The slowest of the latest events, where each takes its own time. */
  private slowestMixedMs = 0;
  /** What was caused before, wall clock, says nothing of the limit that holds now. */
  private narrowedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param latency how long an event took before the cases began, and how much of that was the network; null: none came
   * @param timeoutMs how long an event may take
   * @param now wall clock, milliseconds
   * @param lastDelivery when anything came last, wall clock; null: nothing did
   */
  constructor(
    latency: { ms: number; roundTripMs: number } | null,
    private readonly timeoutMs: number,
    private readonly now: () => number,
    private readonly lastDelivery: () => number | null,
  ) {
    this.order = new ArrivalOrder(timeoutMs / PROMPT_PART / 4);
    const { ms, roundTripMs } = latency ?? { ms: 0, roundTripMs: 0 };
    this.usualMs = ms;
    this.lastMs = ms;
    const safe = Math.floor(timeoutMs / SAFE_PART / Math.max(1, ms - roundTripMs));
    // A service that sends nothing has no line.
    this.limit = latency ? Math.min(MOST_AT_FIRST, Math.max(FEWEST, safe)) : Number.POSITIVE_INFINITY;
  }

  /**
   * How long a case that sends nothing any more keeps its place while nothing comes of it, milliseconds: what it caused
   * may stand in the line all the same.
   */
  get stayMs(): number {
    if (this.limit === Number.POSITIVE_INFINITY) return 0;
    return Math.min(this.timeoutMs / LATE_PART, Math.max(SHORTEST_STAY_MS, STAY * this.lastMs));
  }

  /** After so long without any stimulus, milliseconds, what was caused before has reached its address, or is kept. */
  get settledMs(): number {
    return PROMPT_TIMES * this.usualMs;
  }

  /** Events come late: they stand in a line. */
  get isCrowded(): boolean {
    return this.crowded;
  }

  /**
   * Resolves when a case that causes this many events may begin, to what it calls when nothing more is expected of it any
   * more. The greater urgency goes first.
   */
  async enter(events: number, urgency: number): Promise<() => void> {
    await new Promise<void>((begin) => {
      standInLine(this.line, { events, urgency, begin });
      // All that come at the same time are there before the first of them begins.
      queueMicrotask(() => this.admit());
    });
    return () => {
      this.inside -= events;
      this.admit();
    };
  }

  /** Resolves when a case without events may begin, to what it calls when it has ended. The greater urgency goes first. */
  async enterBeside(urgency: number): Promise<() => void> {
    await new Promise<void>((begin) => {
      standInLine(this.besideLine, { urgency, begin });
      // As above.
      queueMicrotask(() => this.admitBeside());
    });
    return () => {
      this.beside -= 1;
      this.admit();
    };
  }

  /** An event came so many milliseconds after what caused it. */
  came(ms: number, { at: causedAt, isSole, caseBeganAt }: EventCause): void {
    this.learn(ms);
    if (isSole) this.order.note(causedAt);
    this.lastMs = ms;
    this.cameAt = this.now();
    const wasOvertaken = ms > this.promptMs && causedAt + this.promptMs < this.latestBeganAt;
    this.latestBeganAt = Math.max(this.latestBeganAt, caseBeganAt);
    // What came before it was caused after it: its line is one of its own user, and says nothing of the room for others.
    if (wasOvertaken) return;
    if (ms > this.promptMs) {
      this.slowAt = this.cameAt;
      if (ms <= Math.max(this.overdueMs, PROMPT_TIMES * this.slowestMixedMs)) return;
      if (this.order.isMixed()) this.restore();
      else this.narrow(causedAt);
      return;
    }
    this.crowded = false;
    this.besideLimit = Math.min(MOST_BESIDE, this.besideLimit + 1);
    // Where there was room for more it shows nothing of those.
    if (this.line.length > 0) this.limit += this.growth();
    this.admit();
  }

  /** After so long without its event, milliseconds, a case is overdue. */
  get overdueMs(): number {
    return Math.max(this.timeoutMs / LATE_PART, LATE_TIMES * this.usualMs);
  }

  /** An event has not come for a while: where others come promptly, or none does, it does not stand in a line. */
  overdue(): void {
    const now = this.now();
    if (now < this.widenedAt + WIDENING_MS || this.mayStandInLine(now)) return;
    this.widenedAt = now;
    this.limit *= WIDENING;
    this.admit();
  }

  /**
   * Parts of a group that goes abreast: the whole where events have always come promptly, otherwise each as large as there
   * is room for when its turn has come.
   */
  *parts<T>(group: readonly T[], eventsOf: (item: T) => number): Generator<T[]> {
    let from = 0;
    while (from < group.length) {
      let to = from;
      for (let events = this.inside; to < group.length; to += 1) {
        events += eventsOf(group[to] as T);
        if (this.wasCrowded && events > this.limit && to > from) break;
      }
      yield group.slice(from, to);
      from = to;
    }
  }

  /** Everybody may begin at once: the run is ending, or what could be lost in a line is lost. */
  open(): void {
    this.limit = Number.POSITIVE_INFINITY;
    this.besideLimit = Number.POSITIVE_INFINITY;
    this.crowded = false;
    this.admit();
  }

  /** Whether an event that is overdue may have others before it: some came lately, and not all of those promptly. */
  private mayStandInLine(now: number): boolean {
    // Those of a long line may come one by one.
    const gapMs = this.crowded ? Math.min(this.lastMs, this.timeoutMs / 2) : 0;
    const lately = now - Math.max(this.overdueMs / 2, gapMs);
    if ((this.lastDelivery() ?? 0) < lately) return false;
    return this.cameAt < lately || this.slowAt >= lately;
  }

  private get promptMs(): number {
    return Math.max(this.timeoutMs / PROMPT_PART, PROMPT_TIMES * this.usualMs, this.slowestMixedMs);
  }

  /** How long events usually take: not longer than they took lately, nor less than while there was hardly any other. */
  private learn(ms: number): void {
    this.lately.push(ms);
    if (this.lately.length > SAMPLES) this.lately.shift();
    if (this.lately.length < SAMPLES) return;
    const median = medianOf(this.lately);
    const alone = this.wasCrowded && this.inside <= FEW_INSIDE;
    if (median < this.usualMs) this.usualMs = median;
    else if (alone) this.usualMs = Math.min(median, this.timeoutMs / SLOWEST_PART);
  }

  private growth(): number {
    if (!this.wasCrowded) return FASTER;
    return this.limit < this.knownToFit ? 1 : 1 / this.limit;
  }

  /** Events take their time, however many there are: what was narrowed was narrowed in vain. */
  private restore(): void {
    this.slowestMixedMs = Math.min(Math.max(...this.lately), this.timeoutMs / SLOWEST_PART);
    if (this.wasCrowded) this.limit = Math.max(this.limit, this.widest);
    this.crowded = false;
    this.wasCrowded = false;
    this.besideLimit = MOST_BESIDE;
    this.admit();
  }

  private narrow(causedAt: number): void {
    if (!this.wasCrowded) this.widest = this.limit;
    this.crowded = true;
    this.wasCrowded = true;
    if (causedAt < this.narrowedAt) return;
    this.narrowedAt = this.now();
    this.besideLimit = Math.max(FEWEST_BESIDE, Math.floor(this.besideLimit / 2));
    this.limit = Math.max(1, Math.floor(Math.min(this.limit, this.inside) / 2));
    this.knownToFit = Math.max(this.knownToFit / 2, this.limit);
  }

  private admit(): void {
    this.admitWithEvents();
    this.admitBeside();
  }

  /**
   * The most urgent first; what is greater than all the room there is goes alone. While there is little room, and no event
   * came late so far, whatever fits goes before those that do not: its events make room for them.
   */
  private admitWithEvents(): void {
    for (;;) {
      const isFilling = this.limit < ROOMY && !this.wasCrowded;
      const fits = this.line.findIndex(({ events }) => this.inside + events <= this.limit);
      const at = isFilling && fits >= 0 ? fits : 0;
      const next = this.line[at];
      if (!next || (this.inside > 0 && this.inside + next.events > this.limit)) return;
      this.line.splice(at, 1);
      this.inside += next.events;
      next.begin();
    }
  }

  /** Nobody holds back where no event is awaited. */
  private admitBeside(): void {
    while (this.beside < this.besideLimit && !(this.crowded && this.inside > 0)) {
      const first = this.besideLine.shift();
      if (!first) return;
      this.beside += 1;
      first.begin();
    }
  }
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}

/** Behind all of the same urgency. */
function standInLine<T extends { urgency: number }>(line: T[], newcomer: T): void {
  const behind = line.findLastIndex(({ urgency }) => urgency >= newcomer.urgency) + 1;
  line.splice(behind, 0, newcomer);
}
