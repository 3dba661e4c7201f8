import type { Move } from '../cases/walks/moves.js';
import { isAround, partyOf } from '../cases/walks/situation.js';

/** Length of the sequences of moves that are told apart. */
const DEPTHS = [3, 5, 6];

/** Left to a move of which every row was drawn often. */
const LEAST = 0.001;
/** The greater, the less is drawn again. */
const SHARPNESS = 4;

/** A move as a service sees it in one conversation: which user it is, and what else is special, makes no other row. */
interface Seen {
  state: string;
  name: string;
}

/** Which rows of moves were drawn already, so that further walks go where none has been. */
export class Novelty {
  private readonly drawn = new Map<string, number>();

  /** The rows that the next move of a conversation ends, without it. */
  rowsAfter(moves: readonly Seen[], state: string): string[] {
    return DEPTHS.map((depth) => {
      const row = moves.slice(1 - depth);
      return `${depth} ${row[0]?.state ?? state} ${row.map(({ name }) => name).join(' ')}`;
    });
  }

  /** How much the move would show that is new: 1 where each row is new, less the more often it was drawn. */
  of(rows: readonly string[], move: Move): number {
    const name = plainName(move);
    let sum = LEAST;
    for (const row of rows) sum += 1 / (1 + (this.drawn.get(`${row} ${name}`) ?? 0)) ** SHARPNESS;
    return sum / rows.length;
  }

  note(rows: readonly string[], move: Move): void {
    const name = plainName(move);
    for (const row of rows) this.drawn.set(`${row} ${name}`, (this.drawn.get(`${row} ${name}`) ?? 0) + 1);
  }
}

/** The name of the move itself: without the party and without what is special about it. */
export function plainName(move: Move): string {
  if (isAround(move)) return move.name;
  return move.name.slice(partyOf(move).name.length).replace(/\..*$/, move.kind === 'refused' ? '$&' : '');
}
