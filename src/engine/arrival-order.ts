/** Of so many events, one after the other, this part of the pairs overtakes where none waits for those before it. */
const COMPARED = 24;
const OVERTAKING = 0.3;

/**
 * Compares the order in which events come with that of their causes. In a line they are the same, whatever an event takes;
 * where each takes its own time, many overtake others.
 */
export class ArrivalOrder {
  /** When the latest events were caused, in the order in which they came; wall clock, milliseconds. */
  private readonly causes: number[] = [];

  /** @param slackMs a cause this much earlier than another may be the later one: of some events it is not known exactly */
  constructor(private readonly slackMs: number) {}

  /** An event came. */
  note(causedAt: number): void {
    this.causes.push(causedAt);
    if (this.causes.length > COMPARED) this.causes.shift();
  }

  /** Whether each of the latest events takes its own time, and waits for none before it. */
  isMixed(): boolean {
    if (this.causes.length < COMPARED) return false;
    const overtaken = this.causes.map(
      (cause, at) => this.causes.slice(at + 1).filter((later) => later + this.slackMs < cause).length,
    );
    const pairs = (COMPARED * (COMPARED - 1)) / 2;
    return overtaken.reduce((sum, count) => sum + count, 0) > OVERTAKING * pairs;
  }
}
