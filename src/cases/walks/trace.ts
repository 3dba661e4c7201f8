import type { Description } from '../../description/types.js';
import { everyMove } from './further-moves.js';
import type { Move } from './moves.js';
import { BEGINNING, next } from './situation.js';

/** Stands between the moves of a trace. */
export const BETWEEN = '-';

/** Names the walk that consists of these moves. */
export function traceOf(moves: readonly { name: string }[]): string {
  return moves.map(({ name }) => name).join(BETWEEN);
}

/** A trace that names no walk. */
export class TraceError extends Error {}

/**
 * The moves that a trace names.
 * @throws TraceError where a move is unknown, or not legal where it stands
 */
export function readTrace(description: Description, trace: string): Move[] {
  const known = new Map(everyMove(description).map((move) => [move.name, move]));
  let situation = BEGINNING;
  return trace.split(BETWEEN).map((name, at) => {
    const move = known.get(name);
    if (!move)
      throw new TraceError(`"${name}" is not a move; expected one of ${[...known.keys()].join(', ')}`);
    const reached = next(description, situation, move);
    if (!reached) throw new TraceError(`move ${at + 1}, "${name}", is not possible there`);
    situation = reached;
    return move;
  });
}
