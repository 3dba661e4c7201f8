import type { Case } from '../cases/types.js';
import { duration } from '../duration.js';

/** Before that, the pace of a run says little. Milliseconds. */
const SURE_AFTER_MS = 10_000;

/** The pace is that of the last minute: a target may become slower or faster. Milliseconds. */
const LOOKS_BACK_MS = 60_000;

/** How often the pace is noted, milliseconds. */
const NOTED_EVERY_MS = 1_000;

/** Less than that is not worth saying. Milliseconds. */
const WORTH_SAYING_MS = 20_000;

/** How long a run may still take, by the pace at which its cases have lately gone through their steps. */
export class TimeLeft {
  private readonly total: number;
  private readonly reached = new Map<string, number>();
  private done = 0;
  private pace: { at: number; done: number }[];

  /** @param now milliseconds, from any start */
  constructor(
    cases: readonly Case[],
    private readonly now: () => number = () => performance.now(),
  ) {
    this.total = cases.reduce((sum, { steps }) => sum + steps.length, 0);
    this.pace = [{ at: now(), done: 0 }];
  }

  /** A case has so many steps behind it. */
  note({ id }: Case, steps: number): void {
    this.done += steps - (this.reached.get(id) ?? 0);
    this.reached.set(id, steps);
    const at = this.now();
    const last = this.pace.at(-1);
    if (last && at - last.at < NOTED_EVERY_MS) return;
    this.pace = [...this.pace.filter((noted) => at - noted.at <= LOOKS_BACK_MS), { at, done: this.done }];
  }

  /** "about 40 s left"; null: nobody can tell yet, or it is not worth saying. */
  get words(): string | null {
    const [first] = this.pace;
    const tookMs = this.now() - (first?.at ?? 0);
    const done = this.done - (first?.done ?? 0);
    if (tookMs < SURE_AFTER_MS || done <= 0) return null;
    const leftMs = ((this.total - this.done) * tookMs) / done;
    return leftMs < WORTH_SAYING_MS ? null : `about ${duration(rounded(leftMs))} left`;
  }
}

/** To ten seconds, from two minutes on to minutes. */
function rounded(ms: number): number {
  const unit = ms < 120_000 ? 10_000 : 60_000;
  return Math.round(ms / unit) * unit;
}
