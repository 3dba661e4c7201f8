import type { Description } from '../../description/types.js';
import type { Move } from './moves.js';
import { BEGINNING, next, type Situation } from './situation.js';

/** Every legal sequence of up to this many moves, from the beginning; the shorter ones first. */
export function legalRows(description: Description, moves: readonly Move[], longest: number): Move[][] {
  let rows: { row: Move[]; end: Situation }[] = [{ row: [], end: BEGINNING }];
  const all: Move[][] = [];
  for (let length = 1; length <= longest; length += 1) {
    rows = rows.flatMap(({ row, end }) =>
      moves.flatMap((move) => {
        const reached = next(description, end, move);
        return reached ? [{ row: [...row, move], end: reached }] : [];
      }),
    );
    all.push(...rows.map(({ row }) => row));
  }
  return all;
}
