import type { Description } from '../../description/types.js';
import { after, type Move, type Position, type Turn } from './moves.js';

/** Consecutive moves, each with the state in which it is made. */
export type Window = readonly Turn[];

/** What names a turn. */
export interface NamedTurn {
  state: string;
  move: { name: string };
}

/** Names a window: the state in which it begins, and its moves. */
export function windowKey(window: readonly NamedTurn[]): string {
  return `${window[0]?.state}: ${window.map(({ move }) => move.name).join(' ')}`;
}

/** Every legal row of `length` moves, from every position. */
export function windowsOf(description: Description, moves: readonly Move[], length: number): Window[] {
  const from = (position: Position, left: number): Window[] => {
    if (left === 0) return [[]];
    return moves.flatMap((move) => {
      const next = after(description, position, move);
      return next === null ? [] : from(next, left - 1).map((rest) => [{ ...position, move }, ...rest]);
    });
  };
  const positions = Object.keys(description.routing.states).flatMap((state) =>
    [false, true].map((written): Position => ({ state, written })),
  );
  return positions.flatMap((position) => from(position, length));
}

/** The windows of `length` moves that a row of turns goes through, in order. */
export function windowsIn(turns: readonly Turn[], length: number): Window[] {
  const count = Math.max(0, turns.length - length + 1);
  return Array.from({ length: count }, (_, at) => turns.slice(at, at + length));
}
