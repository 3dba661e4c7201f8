import type { OperatorResult } from './ports.js';

/**
 * Lets cases that change the same thing of the deployment go in step: each step begins once all that are left have
 * reached it. So cases that set the same addresses one after the other take no longer than one of them.
 */
export class Barrier {
  private walking = 0;
  private waiting: (() => void)[] = [];
  private left: (() => void)[] = [];

  join(): void {
    this.walking += 1;
  }

  /** Resolves once all of them are here. */
  arrive(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.goOn();
    });
  }

  /** Resolves once all have left: only then may what they rely on be put back. */
  leave(): Promise<void> {
    this.walking -= 1;
    return new Promise((resolve) => {
      this.left.push(resolve);
      this.goOn();
    });
  }

  private goOn(): void {
    if (this.waiting.length < this.walking) return;
    const next = this.walking === 0 ? this.left : this.waiting;
    for (const resolve of next.splice(0)) resolve();
  }
}

interface Waiting {
  /** By the conductor's count. */
  hours: number;
  resolve: (result: OperatorResult) => void;
}

const DAY_MS = 24 * 3_600_000;
/** So long before midnight is evening: an hour later, it is another day. */
const EVENING_MS = 1_800_000;

/**
 * Moves the service's clock for all cases that need it at once: it cannot be turned back, and it ages every stored reply.
 * Each case says how many hours after it joined it waits for; once all participants wait, the clock moves to the earliest
 * of these moments. So any number of cases cost one passage through time, and nobody waits for a case that has not
 * joined.
 */
export class ClockConductor {
  /** By participant: the hours at which it joined. */
  private readonly joined = new Map<object, number>();
  private hours = 0;
  /** Where the clock is being moved to: who joins meanwhile counts from there. */
  private movingTo: number | null = null;
  private waiting: Waiting[] = [];

  /** By participant: the evening from which it counts; and the one that is ahead of all of them. */
  private readonly evenings = new Map<object, number>();
  private nextEvening = Number.NEGATIVE_INFINITY;

  /**
   * @param advance moves the service's clock
   * @param serviceNow the time of the service, milliseconds since the Unix epoch
   */
  constructor(
    private readonly advance: (seconds: number) => Promise<OperatorResult>,
    private readonly serviceNow: () => number,
  ) {}

  join(member: object): void {
    this.joined.set(member, this.movingTo ?? this.hours);
  }

  leave(member: object): void {
    this.joined.delete(member);
    this.evenings.delete(member);
    void this.moveWhenAllWait();
  }

  /**
   * Resolves once the clock is `hours` past the moment at which the participant joined, or past the next evening, with the
   * result of the last move.
   */
  until(member: object, hours: number, since?: 'evening'): Promise<OperatorResult> {
    if (since === 'evening' && hours === 0) this.evenings.set(member, this.eveningAhead());
    const from = (since === 'evening' ? this.evenings : this.joined).get(member);
    if (from === undefined) throw new Error('Who has not joined cannot wait for the clock.');
    return new Promise((resolve) => {
      this.waiting.push({ hours: from + hours, resolve });
      void this.moveWhenAllWait();
    });
  }

  /** The same for all who ask before it. */
  private eveningAhead(): number {
    if (this.nextEvening >= this.hours) return this.nextEvening;
    const leftMs = DAY_MS - (this.serviceNow() % DAY_MS) - EVENING_MS;
    this.nextEvening = this.hours + Math.max(0, Math.floor(leftMs / 1000)) / 3600;
    return this.nextEvening;
  }

  private async moveWhenAllWait(): Promise<void> {
    if (this.waiting.length === 0 || this.waiting.length < this.joined.size) return;
    const next = Math.min(...this.waiting.map(({ hours }) => hours));
    const due = this.waiting.filter(({ hours }) => hours <= next);
    this.waiting = this.waiting.filter(({ hours }) => hours > next);
    const result = next > this.hours ? await this.move(next) : ({ ok: true } as const);
    for (const { resolve } of due) resolve(result);
  }

  /** A clock that could not be moved stays where it was, for those who come later. */
  private async move(to: number): Promise<OperatorResult> {
    this.movingTo = to;
    const result = await this.advance(Math.round((to - this.hours) * 3600)).catch(
      (error): OperatorResult => ({ ok: false, kind: 'driver', text: String(error) }),
    );
    this.movingTo = null;
    if (result.ok) this.hours = to;
    return result;
  }
}
