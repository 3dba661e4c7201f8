import type { OperatorResult } from './ports.js';

interface Waiting {
  hours: number;
  resolve: (result: OperatorResult) => void;
}

/**
 * Moves the service's clock for all cases that need it at once: it cannot be turned back and ages every stored reply.
 * Each case says until when (hours after the start) it waits; when all that take part wait, the clock moves to the
 * earliest of these moments. So any number of cases costs one walk through time.
 */
export class ClockConductor {
  private participants = 0;
  private hours = 0;
  private waiting: Waiting[] = [];

  constructor(private readonly advance: (seconds: number) => Promise<OperatorResult>) {}

  join(): void {
    this.participants += 1;
  }

  leave(): void {
    this.participants -= 1;
    if (this.participants === 0) this.hours = 0;
    void this.moveWhenAllWait();
  }

  /** Resolves when the clock stands at `hours`, with the result of the last move. */
  until(hours: number): Promise<OperatorResult> {
    return new Promise((resolve) => {
      this.waiting.push({ hours, resolve });
      void this.moveWhenAllWait();
    });
  }

  private async moveWhenAllWait(): Promise<void> {
    if (this.waiting.length === 0 || this.waiting.length < this.participants) return;
    const next = Math.min(...this.waiting.map(({ hours }) => hours));
    const due = this.waiting.filter(({ hours }) => hours <= next);
    this.waiting = this.waiting.filter(({ hours }) => hours > next);
    const result: OperatorResult =
      next > this.hours ? await this.advance((next - this.hours) * 3600) : { ok: true };
    this.hours = Math.max(this.hours, next);
    for (const { resolve } of due) resolve(result);
  }
}
