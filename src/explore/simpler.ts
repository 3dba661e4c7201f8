import { hasValue, type Move } from '../cases/walks/moves.js';
import { isAround, legalPart, partyOf } from '../cases/walks/situation.js';
import { traceOf } from '../cases/walks/walk.js';
import type { Description } from '../description/types.js';

/** Of a walk so short every part is tried. */
const SHORT = 8;

/**
 * Walks that are simpler, the simplest first: with moves left out (those that are not legal without them go as well), or
 * with a move in place of another one that comes later in the list of all.
 */
export function simplerWalks(
  description: Description,
  all: readonly Move[],
  moves: readonly Move[],
): Move[][] {
  const own = traceOf(moves);
  const parts = moves.length <= SHORT ? everyPart(moves) : withoutRows(moves);
  const candidates = [
    ...parts,
    ...withoutParties(moves),
    asFirst(all, moves),
    ...withSimplerMoves(all, moves),
  ].map((each) => legalPart(description, each));
  const distinct = new Map(candidates.map((each) => [traceOf(each), each]));
  distinct.delete(own);
  distinct.delete('');
  return [...distinct.values()]
    .filter((each) => compareWalks(all, each, moves) < 0)
    .sort((a, b) => compareWalks(all, a, b));
}

/** Negative where `a` is the simpler one: it has fewer moves, or earlier ones. */
export function compareWalks(all: readonly Move[], a: readonly Move[], b: readonly Move[]): number {
  const names = all.map(({ name }) => name);
  const rank = (moves: readonly Move[]): number =>
    moves.reduce((sum, { name }) => sum + names.indexOf(name), 0);
  return a.length - b.length || rank(a) - rank(b) || (traceOf(a) < traceOf(b) ? -1 : 1);
}

function everyPart(moves: readonly Move[]): Move[][] {
  return Array.from({ length: 2 ** moves.length }, (_, bits) =>
    moves.filter((_move, at) => (bits >> at) & 1),
  );
}

function withoutRows(moves: readonly Move[]): Move[][] {
  return moves.flatMap((_, from) =>
    moves.slice(from).map((_move, more) => [...moves.slice(0, from), ...moves.slice(from + more + 1)]),
  );
}

function withoutParties(moves: readonly Move[]): Move[][] {
  const parties = new Set(moves.map((move) => (isAround(move) ? null : partyOf(move))));
  return [...parties].map((party) =>
    moves.filter((move) => (isAround(move) ? null : partyOf(move)) !== party),
  );
}

/** Moves of another party, made by the first one instead, in the same order. */
function asFirst(all: readonly Move[], moves: readonly Move[]): Move[] {
  return moves.map((move) => {
    if (isAround(move)) return move;
    const name = move.name.slice(partyOf(move).name.length);
    return all.find((move) => move.name === name) ?? move;
  });
}

function withSimplerMoves(all: readonly Move[], moves: readonly Move[]): Move[][] {
  return moves.flatMap((move, at) =>
    all
      .slice(
        0,
        all.findIndex(({ name }) => name === move.name),
      )
      .filter((simpler) => simpler.kind === move.kind && !hasValue(simpler))
      .map((simpler) => [...moves.slice(0, at), simpler, ...moves.slice(at + 1)]),
  );
}
