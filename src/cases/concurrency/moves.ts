import type { Description } from '../../description/types.js';
import { FIRST, type Move, movesOf } from '../walks/moves.js';
import type { DeedKind } from './history.js';

/** A move of which the order matters: a message, a selection, a close or a reply of one user. */
export type OrderedMove = Extract<Move, { kind: DeedKind }>;

/** All that the version has, in the order of the description. */
export function orderedMoves(description: Description): OrderedMove[] {
  return movesOf(description).filter(isOrdered);
}

/** Whether the orders of a move and others can be judged: of one user, at one contact point, at the chosen destination. */
export function isOrdered(move: Move): move is OrderedMove {
  const { party = FIRST } = move as OrderedMove;
  if (party !== FIRST) return false;
  if (move.kind === 'message') return move.repeats === undefined;
  if (move.kind === 'select') return move.destination === undefined;
  return move.kind === 'close' || move.kind === 'reply';
}
