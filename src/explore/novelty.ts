import type { Move, Turn } from '../cases/walks/moves.js';

/** Rows of so many moves are told apart. */
const DEPTHS = [2, 4, 6];

/** Left to a move of which every row was drawn often. */
const LEAST = 0.02;

/** Which rows of moves were drawn already, so that further walks go where none has been. */
export class Novelty {
  private readonly drawn = new Map<string, number>();

  /** The rows that the next move ends, without it. */
  rowsAfter(turns: readonly Turn[], state: string): string[] {
    return DEPTHS.map((depth) => {
      const row = turns.slice(1 - depth);
      return `${depth} ${row[0]?.state ?? state} ${row.map(({ move }) => move.name).join(' ')}`;
    });
  }

  /** How much the move would show that is new: 1 where each row is new, less the more often it was drawn. */
  of(rows: readonly string[], { name }: Move): number {
    let sum = LEAST;
    for (const row of rows) sum += 1 / (1 + (this.drawn.get(`${row} ${name}`) ?? 0)) ** 2;
    return sum / rows.length;
  }

  note(rows: readonly string[], { name }: Move): void {
    for (const row of rows) this.drawn.set(`${row} ${name}`, (this.drawn.get(`${row} ${name}`) ?? 0) + 1);
  }
}
