import fc from 'fast-check';
import { type Move, movesOf } from '../cases/walks/moves.js';
import { BEGINNING, next, type Situation } from '../cases/walks/situation.js';
import type { Description } from '../description/types.js';
import { PairArbitrary } from './pair-arbitrary.js';
import { idOf, type Walk } from './walk.js';
import { WalkArbitrary } from './walk-arbitrary.js';

/** What walks of a version may consist of. */
export interface Playground {
  description: Description;
  moves: readonly Move[];
}

/**
 * Draws random walks without end, in batches, of each version by turns. The same seed gives the same ones; none
 * comes twice.
 */
export function* randomWalks(
  playgrounds: readonly Playground[],
  {
    seed,
    length,
    atOnce,
    concurrent = false,
  }: { seed: number; length: number; atOnce: number; concurrent?: boolean },
): Generator<Walk[], void> {
  const arbitraries = playgrounds.map(({ description, moves }) =>
    concurrent
      ? new PairArbitrary(description, moves, length)
      : new WalkArbitrary(description, moves, length),
  );
  const known = new Set<string>();
  const share = Math.ceil(atOnce / playgrounds.length);
  for (let round = 0; ; round += 1) {
    const drawn = arbitraries.map((each, at) =>
      fc.sample(each, { seed: seed + round * playgrounds.length + at, numRuns: share }),
    );
    const walks = Array.from({ length: share }, (_, at) => drawn.flatMap((each) => each[at] ?? [])).flat();
    const fresh = walks.filter((walk) => isFresh(known, walk));
    if (fresh.length === 0) return;
    yield fresh;
  }
}

function isFresh(known: Set<string>, walk: Walk): boolean {
  const key = idOf(walk);
  const fresh = walk.moves.length > 0 && !known.has(key);
  known.add(key);
  return fresh;
}

/** Every legal sequence of usual moves, up to a length, in batches; the shorter ones first. */
export function* allWalks(
  playgrounds: readonly Playground[],
  { longest, atOnce }: { longest: number; atOnce: number },
): Generator<Walk[], void> {
  const all = playgrounds.flatMap(({ description, moves }) => {
    const offered = new Set(moves.map(({ name }) => name));
    const usual = movesOf(description).filter(({ name }) => offered.has(name));
    return legalRows(description, usual, longest).map(
      (row): Walk => ({ version: description.version, moves: row }),
    );
  });
  all.sort((a, b) => a.moves.length - b.moves.length);
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce);
}

/** Walks that are simpler than this one, the simplest first, as fast-check shrinks it. */
export function* simplerThan(playgrounds: readonly Playground[], walk: Walk): Generator<Walk, void> {
  const playground = playgrounds.find(({ description }) => description.version === walk.version);
  if (!playground) return;
  const { description, moves } = playground;
  const arbitrary = new (walk.pairAt === undefined ? WalkArbitrary : PairArbitrary)(
    description,
    moves,
    walk.moves.length,
  );
  for (const { value } of arbitrary.shrink(walk)) yield value;
}

/** Every legal sequence of up to this many moves, from the beginning; the shorter ones first. */
function legalRows(description: Description, moves: readonly Move[], longest: number): Move[][] {
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
