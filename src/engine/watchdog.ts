import { whenAborted } from '../abort.js';
import type { Clock, Operator } from './ports.js';
import type { RunContext } from './run-context.js';

/** For what bounds of single waits leave out: a busy machine, more than one step of a driver. */
const ROOM_MS = 30_000;
/** An action of a driver that does not say how long one may take. */
const ACTION_MS = 10_000;
/** Waits for one event may stand in line: for the event, for the control, and for both again with a new address. */
const IN_LINE = 4;
/** Once a run is interrupted nothing waits for long. */
const INTERRUPTED_MS = 5_000;

/** No step of a case goes on for longer than this without a request, an action or an event, milliseconds. */
export function longestWaitMs(
  { timeoutMs, eventTimeoutMs, quietWindowMs }: RunContext,
  { longestActionMs = ACTION_MS }: Operator,
  paceMs: number,
): number {
  return IN_LINE * (timeoutMs + eventTimeoutMs) + quietWindowMs + 2 * longestActionMs + paceMs + ROOM_MS;
}

/** Notices when a run stands still: nothing has gone on for longer than anything may take. */
export class Watchdog {
  private last: number;
  private readonly off = new AbortController();

  constructor(
    private readonly clock: Clock,
    readonly limitMs: number,
    /** Aborted when the run is interrupted. */
    private readonly interrupted: AbortSignal,
  ) {
    this.last = clock.now();
  }

  /** Something went on. */
  stir(): void {
    this.last = this.clock.now();
  }

  /** Resolves when the run stands still; never once the watch is over. */
  async stillness(): Promise<void> {
    const interruption = new Promise<void>((resolve) => {
      if (this.interrupted.aborted) resolve();
      whenAborted(this.interrupted, resolve);
    });
    const interruptedStill = interruption.then(() => this.still(INTERRUPTED_MS));
    await Promise.race([this.still(this.limitMs), interruptedStill]);
  }

  end(): void {
    this.off.abort();
  }

  private async still(limitMs: number): Promise<void> {
    const { signal } = this.off;
    for (;;) {
      const leftMs = this.last + limitMs - this.clock.now();
      if (leftMs <= 0) return;
      await this.clock.sleep(leftMs, signal);
      if (signal.aborted) return new Promise(() => undefined);
    }
  }
}
