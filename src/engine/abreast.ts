import type { OperatorResult } from './ports.js';

/**
 * Lets cases that change the same thing of the deployment walk abreast: each step begins when every one that is left has
 * come to it. So cases that set the same addresses one after the other cost as much time as one of them.
 */
export class Barrier {
  private walking = 0;
  private waiting: (() => void)[] = [];
  private left: (() => void)[] = [];

  join(): void {
    this.walking += 1;
  }

  /** Resolves when all that walk are here. */
  arrive(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.goOn();
    });
  }

  /** Resolves when all have left: only then may what they rely on be put back. */
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

/**
 * Moves the service's clock for all cases that need it at once: it cannot be turned back and ages every stored reply.
 * Each case says until when (hours after it joined) it waits; when all that take part wait, the clock moves to the
 * earliest of these moments. So any number of cases costs one walk through time, and nobody waits for a case that has
 * not joined.
 */
export class ClockConductor {
  /** By participant: the hours at which it joined. */
  private readonly joined = new Map<object, number>();
  private hours = 0;
  private waiting: Waiting[] = [];

  constructor(private readonly advance: (seconds: number) => Promise<OperatorResult>) {}

  join(member: object): void {
    this.joined.set(member, this.hours);
  }

  leave(member: object): void {
    this.joined.delete(member);
    void this.moveWhenAllWait();
  }

  /** Resolves when the clock stands at `hours` after the participant joined, with the result of the last move. */
  until(member: object, hours: number): Promise<OperatorResult> {
    const from = this.joined.get(member);
    if (from === undefined) throw new Error('Who has not joined cannot wait for the clock.');
    return new Promise((resolve) => {
      this.waiting.push({ hours: from + hours, resolve });
      void this.moveWhenAllWait();
    });
  }

  private async moveWhenAllWait(): Promise<void> {
    if (this.waiting.length === 0 || this.waiting.length < this.joined.size) return;
    const next = Math.min(...this.waiting.map(({ hours }) => hours));
    const due = this.waiting.filter(({ hours }) => hours <= next);
    this.waiting = this.waiting.filter(({ hours }) => hours > next);
    const result = next > this.hours ? await this.move(next) : ({ ok: true } as const);
    for (const { resolve } of due) resolve(result);
  }

  /** A clock that did not move stands where it stood, for those who come after. */
  private async move(to: number): Promise<OperatorResult> {
    const result = await this.advance((to - this.hours) * 3600).catch(
      (error): OperatorResult => ({ ok: false, kind: 'driver', text: String(error) }),
    );
    if (result.ok) this.hours = to;
    return result;
  }
}
