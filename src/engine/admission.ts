import { MAIN_ADDRESS } from './address-log.js';
import { EventPace, LATE_TIMES, PROMPT_TIMES, quantileOf } from './event-pace.js';

/**
 * How many events may be under way at first: few enough that a service which sends one at a time delivers them all within
 * this part of the timeout.
 */
const SAFE_PART = 8;
const FEWEST = 32;
/** The first events may be prompt while those behind them wait: this many arrive within the timeout at thirteen a second. */
const MOST_AT_FIRST = 125;
/** An event is overdue only after this part of its timeout; in a queue, a finished case waits longer for its last one. */
const OVERDUE_PART = 10;
const OVERDUE_IN_QUEUE_PART = 2;
/**
 * How much room each prompt event adds, as long as none has come late. Those that are under way still tell of the room
 * before, so with more, the queue of a service may outgrow the timeout before anybody sees that it grows; where each event
 * takes a good part of the timeout, even this is too much.
 */
const FASTER = 2;
const SLACK_PART = 1 / 4;
/** Which part of the room a late event leaves. */
const MOST_LEFT = 0.8;
const LEAST_LEFT = 0.5;
/** After a cut, the limit grows quickly again once so many times as many events in a row have been prompt. */
const SAFE_ROUNDS = 2;
/** Where events come late, a case waits for no more than this part of the room. */
const MOST_OF_ROOM = 0.5;
/** With this much room, even the cases that cause most events at once fit. */
const ROOMY = 250;
/** By how much the room grows as long as no event has come at all. */
const WIDENING = 2;
/** So few awaited events are hardly any. */
const FEW_INSIDE = 8;
/** With this part of the room there was, a queue would be much shorter. */
const LITTLE_PART = 4;
/** What goes in step may cause a queue that takes this part of the timeout. */
const MOST_QUEUED_PART = 0.75;
/** Of late events, the part that is below what counts as slow: the slowest of all may have been slow by chance. */
const SLOW_PART = 0.8;
/** How many cases without events may run beside the others, and how few while events come late. */
const MOST_BESIDE = 64;
const FEWEST_BESIDE = 4;
/** How long a finished case stays for its last event, in multiples of what the one before took; and at least, milliseconds. */
const STAY = 2;
const SHORTEST_STAY_MS = 100;

/** What a case last did before an event of its user came; wall clock, milliseconds. */
export interface EventCause {
  /** The event's name in this deployment; null: it has none. */
  event: string | null;
  /** Label of the address that it came to. */
  address: string;
  at: number;
  /**
   * Nothing else can have caused the event. Otherwise it may be due to something earlier, but not to anything before the
   * case began.
   */
  isSole: boolean;
  caseBeganAt: number;
}

/**
 * Lets cases begin as fast as the deployment delivers events. Many services send one event at a time; if all cases began
 * at once, they would queue more events than can be delivered before one counts as missing. So only a few cases begin
 * together: more as long as events come promptly, fewer as soon as they come late. A service that answers before it
 * delivers must not be kept from delivering either: while events come late, cases without events hold back too.
 */
export class Admission {
  /** The most urgent first. */
  private readonly line: { events: number; priority: number; begin: () => void }[] = [];
  private inside = 0;
  /** Cases without events that have not begun yet. */
  private readonly besideLine: { priority: number; begin: () => void }[] = [];
  private beside = 0;
  private besideLimit = MOST_BESIDE;
  private limit: number;
  private crowded = false;
  /** What an event took before the cases began. */
  private readonly firstMs: number;
  private readonly paces = new Map<string | null, EventPace>();
  /** Events that take this long, milliseconds, do so however many there are. */
  private ownMs = 0;
  private lastMs: number;
  /** Room beside what waits in vain: it goes as cases leave. */
  private lent = 0;
  /** After a cut, the limit grows quickly again up to this. */
  private knownToFit = 0;
  /** When an awaited event last came, and when one last came late enough to have been queued. */
  private cameAt = Number.NEGATIVE_INFINITY;
  private slowAt = Number.NEGATIVE_INFINITY;
  private widenedAt = Number.NEGATIVE_INFINITY;
  /** The limit before the first cut. */
  private widest = 0;
  /** One cut is enough to be careful from then on. */
  private wasCrowded = false;
  /** The slowest event lately, and when it came. */
  private slowest = { ms: 0, at: Number.NEGATIVE_INFINITY };
  /** Prompt events since the last one that was not. */
  private promptInARow = 0;
  /** When the latest event was caused that has come to an address, at the earliest; wall clock. Each may have a queue of its own. */
  private readonly latestCausedAt = new Map<string, number>();
  /** When only little room was left for the first time; wall clock. */
  private littleSince = Number.POSITIVE_INFINITY;
  /** What late events took that were caused before only little room was left, and a slow one of them. */
  private readonly lateInCrowd: number[] = [];
  private lateInCrowdMs = 0;
  /** What was caused before this moment (wall clock) says nothing about the current limit. */
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
    const { ms, roundTripMs } = latency ?? { ms: 0, roundTripMs: 0 };
    this.firstMs = ms;
    this.lastMs = ms;
    const safe = Math.floor(timeoutMs / SAFE_PART / Math.max(1, ms - roundTripMs));
    // A service that sends nothing has no queue.
    this.limit = latency ? Math.min(MOST_AT_FIRST, Math.max(FEWEST, safe)) : Number.POSITIVE_INFINITY;
  }

  /**
   * How long a case that sends nothing any more keeps its place when no event comes for it, milliseconds: what it caused
   * may still be queued.
   */
  get stayMs(): number {
    if (this.limit === Number.POSITIVE_INFINITY) return 0;
    const mostMs = this.timeoutMs / (this.isQueued ? OVERDUE_IN_QUEUE_PART : OVERDUE_PART);
    return Math.min(mostMs, Math.max(SHORTEST_STAY_MS, STAY * this.lastMs));
  }

  /** A finished case has stayed this long, milliseconds, and no event has come: if there is a queue, it is that long. */
  stayedInVain(ms: number): void {
    if (this.isQueued) this.lastMs = Math.max(this.lastMs, ms);
  }

  /** After this long without any stimulus, milliseconds, everything caused so far has reached its address or is kept. */
  get settledMs(): number {
    return Math.max(...this.allPaces().map((pace) => pace.settledMs));
  }

  /** Events come late: they are queued. */
  get isCrowded(): boolean {
    return this.crowded;
  }

  /** Events may stand in a queue: some have come late, and the last of them not long ago. */
  get isQueued(): boolean {
    return this.wasCrowded && this.now() < this.slowAt + this.timeoutMs;
  }

  /** Cases stand in line, fewer at a time than at first, because events came late. */
  get isSlowedDown(): boolean {
    return this.wasCrowded && this.line.length > 0;
  }

  /**
   * Resolves when a case that causes this many events may begin, with a function to call once nothing more is expected of
   * it. The most urgent go first.
   */
  async enter(events: number, priority: number): Promise<() => void> {
    await new Promise<void>((begin) => {
      enqueue(this.line, { events, priority, begin });
      // Waits until all that arrive at the same time are here before the first of them begins.
      queueMicrotask(() => this.admit());
    });
    return () => {
      this.inside -= events;
      const back = Math.min(this.lent, events);
      this.lent -= back;
      this.limit -= back;
      this.admit();
    };
  }

  /** Resolves when a case without events may begin, with a function to call once it has ended. The most urgent go first. */
  async enterBeside(priority: number): Promise<() => void> {
    await new Promise<void>((begin) => {
      enqueue(this.besideLine, { priority, begin });
      // As above.
      queueMicrotask(() => this.admitBeside());
    });
    return () => {
      this.beside -= 1;
      this.admit();
    };
  }

  /** An event came this many milliseconds after its cause. */
  came(ms: number, { event, address, at: causedAt, isSole, caseBeganAt }: EventCause): void {
    const pace = this.paceOf(event);
    if (this.wasCrowded && causedAt < this.littleSince) this.noteInCrowd(ms, pace);
    // What is late by the last thing that its case did is at least as late by what caused it; if it looks prompt, it need not be.
    else if ((isSole || ms > pace.lateMs) && causedAt >= this.littleSince) pace.noteAmongFew(ms, causedAt);
    if (isSole) pace.learn(ms, causedAt, { isAlone: this.wasCrowded && this.inside <= FEW_INSIDE, address });
    this.lastMs = ms;
    this.cameAt = this.now();
    if (ms >= this.slowest.ms || this.cameAt > this.slowest.at + this.timeoutMs / 2)
      this.slowest = { ms, at: this.cameAt };
    const promptMs = Math.max(pace.promptMs, this.ownMs);
    const latestCausedAt = this.latestCausedAt.get(address) ?? Number.NEGATIVE_INFINITY;
    if (isSole && ms > pace.lateMs) pace.noteLate(causedAt, latestCausedAt);
    const wasOvertaken = !pace.isQueued && ms > promptMs && causedAt + promptMs < latestCausedAt;
    this.latestCausedAt.set(address, Math.max(latestCausedAt, isSole ? causedAt : caseBeganAt));
    // What came before it was caused after it, so it waited in a queue of its own user or name, which says nothing about
    // the room for others.
    if (wasOvertaken) return;
    if (ms > promptMs) {
      this.slowAt = this.cameAt;
      this.promptInARow = 0;
      if (ms <= Math.max(pace.lateMs, PROMPT_TIMES * this.ownMs)) return;
      if (pace.isMixed || pace.isSteady(this.lateInCrowdMs)) this.restore(pace, this.widest);
      // It may be that the service has become slower meanwhile: the room is to grow step by step.
      else if (pace.isVaried(this.lateInCrowdMs)) this.restore(pace, this.limit);
      else if (isSole) this.narrow(causedAt, ms, pace);
      return;
    }
    // What counted as late before has been learned to be usual.
    if (pace.isSteady(this.lateInCrowdMs)) this.restore(pace, this.widest);
    this.crowded = false;
    this.besideLimit = Math.min(MOST_BESIDE, this.besideLimit + 1);
    if (address === MAIN_ADDRESS) {
      this.promptInARow += 1;
      // When there was room for more, it shows nothing about them.
      if (this.line.length > 0) this.limit += this.growth(pace);
    }
    this.admit();
  }

  /** Something that nobody awaited came this many milliseconds after the last stimulus of its case: so long is the queue. */
  stillCame(ms: number): void {
    this.lastMs = ms;
  }

  /**
   * A case is overdue after this long without its event, milliseconds: longer than events have taken lately, though at most
   * half the timeout if those were slow.
   */
  get overdueMs(): number {
    const leastMs = Math.max(this.timeoutMs / OVERDUE_PART, ...this.allPaces().map((pace) => pace.lateMs));
    return Math.max(leastMs, Math.min(LATE_TIMES * this.slowest.ms, this.timeoutMs / 2));
  }

  /** An event has not come for a while: if others come promptly, or none comes at all, it is not in a queue. */
  overdue(): void {
    const now = this.now();
    // If they stand in a queue instead, those that begin now show it before more begin.
    if (now < this.widenedAt + this.overdueMs || this.mayStandInLine(now)) return;
    this.widenedAt = now;
    // What waits in vain holds its room. Where a queue has shown, others get just as much as is known to fit beside it;
    // where some come promptly, they make most of the room themselves.
    if (this.wasCrowded) this.lend(this.inside + Math.max(1, this.knownToFit) - this.limit);
    else if (this.noneCame) this.limit *= WIDENING;
    else this.lend(FEWEST);
    this.admit();
  }

  private lend(room: number): void {
    this.lent += Math.max(0, room);
    this.limit += Math.max(0, room);
  }

  /**
   * Splits a group that goes in step: as one where events have always come promptly, otherwise into parts as large as
   * there is room for when their turn comes. There is room for a queue that moves on well within the timeout.
   */
  *parts<T>(group: readonly T[], eventsOf: (item: T) => number): Generator<T[]> {
    let from = 0;
    while (from < group.length) {
      const lateMs = Math.max(...this.allPaces().map((pace) => pace.lateMs));
      const room = (this.limit * MOST_QUEUED_PART * this.timeoutMs) / lateMs;
      let to = from;
      for (let events = this.inside; to < group.length; to += 1) {
        events += eventsOf(group[to] as T);
        if (this.wasCrowded && events > room && to > from) break;
      }
      yield group.slice(from, to);
      from = to;
    }
  }

  /**
   * Events of some kind are no longer awaited as long as one may take. If none of any kind ever came, no queue can grow: then
   * everybody may begin.
   */
  givenUp(): void {
    if (this.noneCame) this.open();
  }

  /** Everybody may begin at once. */
  open(): void {
    this.limit = Number.POSITIVE_INFINITY;
    this.besideLimit = Number.POSITIVE_INFINITY;
    this.crowded = false;
    this.admit();
  }

  /** Whether an overdue event may have others ahead of it: some came lately, and not all of them promptly. */
  private mayStandInLine(now: number): boolean {
    // Those of a long queue may come one by one.
    const gapMs = this.crowded ? Math.min(this.lastMs, this.timeoutMs / 2) : 0;
    const lately = now - Math.max(this.overdueMs / 2, gapMs);
    if ((this.lastDelivery() ?? 0) < lately) return false;
    // Where a queue has shown, whatever still comes may be what stands ahead.
    if (this.wasCrowded) return true;
    const isQueued = this.allPaces().some((pace) => pace.isQueued);
    return isQueued || this.cameAt < lately || this.slowAt >= lately;
  }

  /** No event that a case awaited has come. */
  private get noneCame(): boolean {
    return this.cameAt === Number.NEGATIVE_INFINITY;
  }

  private paceOf(event: string | null): EventPace {
    const known = this.paces.get(event) ?? new EventPace(this.firstMs, this.timeoutMs);
    this.paces.set(event, known);
    return known;
  }

  /** At least one, so that there is a pace before any event came. */
  private allPaces(): EventPace[] {
    if (this.paces.size === 0) this.paceOf(null);
    return [...this.paces.values()];
  }

  private growth({ slack }: EventPace): number {
    if (!this.wasCrowded) return Math.min(FASTER, slack * SLACK_PART);
    const isSafe = this.limit < this.knownToFit || this.promptInARow > SAFE_ROUNDS * this.limit;
    return isSafe ? 1 : 1 / this.limit;
  }

  /**
   * Events take their time however many there are: the cut was in vain.
   * @param room to be had at once
   */
  private restore({ slowestMs }: EventPace, room: number): void {
    this.ownMs = Math.max(this.ownMs, slowestMs);
    for (const pace of this.paces.values()) pace.forgetFew();
    if (this.wasCrowded) this.limit = Math.max(this.limit, room);
    this.crowded = false;
    this.wasCrowded = false;
    this.littleSince = Number.POSITIVE_INFINITY;
    this.besideLimit = MOST_BESIDE;
    this.admit();
  }

  private noteInCrowd(ms: number, { lateMs }: EventPace): void {
    if (ms <= lateMs) return;
    this.lateInCrowd.push(ms);
    this.lateInCrowdMs = quantileOf(this.lateInCrowd, SLOW_PART);
  }

  /** The later the event, the more room goes. */
  private narrow(causedAt: number, ms: number, pace: EventPace): void {
    const { lateMs } = pace;
    if (!this.wasCrowded) {
      this.widest = this.limit;
      this.lateInCrowd.length = 0;
      this.noteInCrowd(ms, pace);
    }
    this.crowded = true;
    this.wasCrowded = true;
    if (causedAt < this.narrowedAt) return;
    this.narrowedAt = this.now();
    this.besideLimit = Math.max(FEWEST_BESIDE, Math.floor(this.besideLimit / 2));
    const part = Math.min(MOST_LEFT, Math.max(LEAST_LEFT, lateMs / ms));
    // Those that go in step need no admission: once nobody else waits for it, who is inside says nothing about them.
    const used = this.line.length > 0 ? Math.min(this.limit, this.inside) : this.limit;
    this.limit = Math.max(1, Math.floor(used * part));
    this.lent = 0;
    this.knownToFit = Math.max(this.knownToFit / 2, this.limit);
    if (this.limit <= this.widest / LITTLE_PART) this.littleSince = Math.min(this.littleSince, this.now());
  }

  private admit(): void {
    this.admitWithEvents();
    this.admitBeside();
  }

  /**
   * The most urgent first; a case that needs more than half of all the room there is begins once half is free, or the
   * others would wait for the longest of them. While there is little room and no event has come late, whatever fits goes
   * ahead of what does not: its events make room.
   */
  private admitWithEvents(): void {
    for (;;) {
      // Asked after every event, with hundreds in line: while there is no room at all, nobody needs to be looked at.
      if (this.inside > 0 && this.inside >= this.limit) return;
      const isFilling = this.limit < ROOMY && !this.wasCrowded;
      const mostNeeded = this.wasCrowded ? this.limit * MOST_OF_ROOM : Number.POSITIVE_INFINITY;
      const hasRoom = ({ events }: { events: number }): boolean =>
        this.inside + Math.min(events, mostNeeded) <= this.limit;
      const fits = this.line.findIndex(hasRoom);
      const at = isFilling && fits >= 0 ? fits : 0;
      const next = this.line[at];
      if (!next || (this.inside > 0 && !hasRoom(next))) return;
      this.line.splice(at, 1);
      this.inside += next.events;
      next.begin();
    }
  }

  /** Nobody holds back while no event is awaited. */
  private admitBeside(): void {
    while (this.beside < this.besideLimit && !(this.crowded && this.inside > 0)) {
      const first = this.besideLine.shift();
      if (!first) return;
      this.beside += 1;
      first.begin();
    }
  }
}

/** Behind all others of the same priority. */
function enqueue<T extends { priority: number }>(line: T[], newcomer: T): void {
  const behind = line.findLastIndex(({ priority }) => priority >= newcomer.priority) + 1;
  line.splice(behind, 0, newcomer);
}
