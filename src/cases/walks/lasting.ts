import type { Move, Party } from './moves.js';
import { isAround, partyOf } from './situation.js';

/** Kept messages and selections must last this long; lasting longer is a recommendation. */
export const SURE_HOURS = 1;

/** How long what is kept or selected has had to last so far, by whose it is: until the next selection or close. */
export class Lasting {
  private readonly hours = new Map<Party, number>();
  private most = 0;

  /** The longest that anything had to last, in hours. */
  get longest(): number {
    return this.most;
  }

  /** Whether everything that is kept or selected now must also last that many hours more, and there is any. */
  isSureFor(hours: number): boolean {
    const all = [...this.hours.values()];
    return all.length > 0 && all.every((passed) => passed + hours <= SURE_HOURS);
  }

  note(move: Move): void {
    if (isAround(move)) {
      if (move.kind === 'clock') this.pass(move.hours);
      return;
    }
    const party = partyOf(move);
    if (move.kind === 'close') this.hours.delete(party);
    else if (move.kind === 'select') this.hours.set(party, 0);
    else if (move.kind === 'message' && !this.hours.has(party)) this.hours.set(party, 0);
  }

  private pass(hours: number): void {
    for (const [party, passed] of this.hours) {
      this.hours.set(party, passed + hours);
      this.most = Math.max(this.most, passed + hours);
    }
  }
}
