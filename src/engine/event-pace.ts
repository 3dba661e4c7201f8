import { ArrivalOrder } from './delivery-habits.js';

/** An event that took less than this part of its timeout was not queued. */
const PROMPT_PART = 40;
/** One that took longer was. So short a queue survives a service that becomes several times slower of a sudden. */
const LATE_PART = 20;
/**
 * A slow service is not a congested one: up to these multiples of an event's usual time count as prompt, and as late; but
 * no more than these parts of its timeout.
 */
export const PROMPT_TIMES = 1.5;
export const LATE_TIMES = 2.5;
const MOST_PROMPT_PART = 0.65;
const MOST_LATE_PART = 0.8;
/**
 * How many of the latest events are looked at. The usual time is their median: some were caused earlier than by the last
 * stimulus, and so look quick.
 */
const SAMPLES = 15;
/** However slow an event is by itself, its usual time is at most this part of its timeout. */
const SLOWEST_PART = 4;
/**
 * With so little room left, a queue would be much shorter: if this many events take about as long as slow ones did
 * before, there is none. A few were caused earlier than it seems.
 */
const FEW_SAMPLES = 5;
const ABOUT_AS_LONG = 0.7;
const MOST_PART = 0.8;
/**
 * Where each event takes its own time, some take as long as slow ones did; in a queue that short none would, unless the
 * service has just become slower: that must last for a whole timeout. If a single case causes a queue, its events are slow
 * one after the other; where chance decides, quick ones come in between, so that there are several runs of slow ones.
 */
const SOME_PART = 0.25;
const SLOW_RUNS = 3;
/** Of at least so many late events, others overtook this part where late ones stand in no line; in a line hardly any. */
const LEAST_LATE = 8;
const OVERTAKEN_PART = 1 / 2;

/**
 * How long the events of one name take. Each kind has a pace of its own: a service may report deliveries every second,
 * and send everything else at once.
 */
export class EventPace {
  private readonly lately: number[] = [];
  /** By the label of their address: each may have a queue of its own. */
  private readonly orders = new Map<string, ArrivalOrder>();
  /** What the slowest of the first events took; null until there are enough. */
  private slowestFirstMs: number | null = null;
  /** Events that were caused while there was little room; when the first was caused, and when the last came (wall clock). */
  private readonly amongFew: number[] = [];
  private fewSince = Number.POSITIVE_INFINITY;
  private fewUntil = 0;
  /** Late events, and those of them before which one came that was caused later. */
  private late = 0;
  private overtaken = 0;
  /** Events take longer the more there are. Where there are several queues, that they overtake one another shows nothing. */
  isQueued = false;

  /**
   * @param usualMs what an event takes when nothing is queued
   * @param timeoutMs how long an event may take
   */
  constructor(
    private usualMs: number,
    private readonly timeoutMs: number,
  ) {}

  /** An event that took no longer, milliseconds, was not queued. */
  get promptMs(): number {
    const mostMs = MOST_PROMPT_PART * this.timeoutMs;
    return Math.min(mostMs, Math.max(this.timeoutMs / PROMPT_PART, PROMPT_TIMES * this.usualMs));
  }

  /** An event that took longer, milliseconds, may have been queued. */
  get lateMs(): number {
    const mostMs = MOST_LATE_PART * this.timeoutMs;
    return Math.min(mostMs, Math.max(this.timeoutMs / LATE_PART, LATE_TIMES * this.usualMs));
  }

  /** How many times an event fits into its timeout, beyond the first; at least none. */
  get slack(): number {
    return Math.max(0, this.timeoutMs / this.usualMs - 1);
  }

  /** After this long without any stimulus, milliseconds, everything caused so far has come. */
  get settledMs(): number {
    return PROMPT_TIMES * this.usualMs;
  }

  /** An event came this long after its cause, at a moment (wall clock) when there was little room for events. */
  noteAmongFew(ms: number, causedAt: number): void {
    this.amongFew.push(ms);
    this.fewSince = Math.min(this.fewSince, causedAt);
    this.fewUntil = causedAt + ms;
    if (this.amongFew.length > SAMPLES) this.amongFew.shift();
  }

  /**
   * An event came this long after what alone can have caused it.
   * @param address label of the address that it came to
   * @param isAlone hardly any others are awaited
   */
  learn(ms: number, causedAt: number, { address, isAlone }: { address: string; isAlone: boolean }): void {
    this.orderAt(address).note(causedAt);
    this.lately.push(ms);
    if (this.lately.length > SAMPLES) this.lately.shift();
    if (this.lately.length < SAMPLES) return;
    const median = medianOf(this.lately);
    this.slowestFirstMs ??= Math.max(...this.lately);
    this.isQueued ||= median > Math.max(PROMPT_TIMES * this.slowestFirstMs, this.timeoutMs / LATE_PART);
    // No longer than lately, and no shorter than while there were hardly any others.
    if (median < this.usualMs) this.usualMs = median;
    else if (isAlone) this.usualMs = Math.min(median, this.slowestUsualMs);
  }

  /** An event came late; `latestCausedAt` (wall clock): when the latest of those before it was caused. */
  noteLate(causedAt: number, latestCausedAt: number): void {
    this.late += 1;
    if (causedAt + this.timeoutMs / PROMPT_PART / 2 < latestCausedAt) this.overtaken += 1;
  }

  /** Events overtake one another: none waits for the one before it. */
  get isMixed(): boolean {
    return (
      !this.isQueued && ([...this.orders.values()].some((order) => order.isMixed()) || this.areLateMixed())
    );
  }

  private orderAt(address: string): ArrivalOrder {
    const known = this.orders.get(address) ?? new ArrivalOrder(this.timeoutMs / PROMPT_PART / 2);
    this.orders.set(address, known);
    return known;
  }

  private areLateMixed(): boolean {
    return this.late >= LEAST_LATE && this.overtaken >= OVERTAKEN_PART * this.late;
  }

  /** What the slowest event took lately, milliseconds, as far as a service may take. */
  get slowestMs(): number {
    return Math.min(Math.max(...this.lately, ...this.amongFew), this.slowestUsualMs);
  }

  /**
   * Fewer events are no faster.
   * @param crowdMs what slow events took while there was all the room
   */
  isSteady(crowdMs: number): boolean {
    const slow = this.slowAmongFew(crowdMs);
    return slow >= FEW_SAMPLES && slow >= MOST_PART * this.amongFew.length;
  }

  /**
   * Each event takes its own time: among few, some are about as slow as slow ones were, and that for long.
   * @param crowdMs what slow events took while there was all the room
   */
  isVaried(crowdMs: number): boolean {
    const lasts = this.amongFew.length === SAMPLES && this.fewUntil - this.fewSince >= this.timeoutMs;
    const runs = this.amongFew.filter(
      (ms, at) => isSlow(ms, crowdMs) && !isSlow(this.amongFew[at - 1] ?? 0, crowdMs),
    );
    return lasts && this.slowAmongFew(crowdMs) >= SOME_PART * SAMPLES && runs.length >= SLOW_RUNS;
  }

  private slowAmongFew(crowdMs: number): number {
    return this.amongFew.filter((ms) => isSlow(ms, crowdMs)).length;
  }

  /** There is room for many again. */
  forgetFew(): void {
    this.amongFew.length = 0;
    this.fewSince = Number.POSITIVE_INFINITY;
  }

  private get slowestUsualMs(): number {
    return this.timeoutMs / SLOWEST_PART;
  }
}

/** About as slow as slow ones in a crowd. */
function isSlow(ms: number, crowdMs: number): boolean {
  return ms >= ABOUT_AS_LONG * crowdMs;
}

function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** The value that this part of the others are below; of none NaN. */
export function quantileOf(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
}
