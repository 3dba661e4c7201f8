import fc from 'fast-check';
import { isOrdered, type OrderedMove, orderedMoves } from '../cases/concurrency/overlaps.js';
import { type Move, movesOf } from '../cases/walks/moves.js';
import { BEGINNING, next, type Situation } from '../cases/walks/situation.js';
import type { Description } from '../description/types.js';
import { compareWalks } from './shrink.js';
import { idOf, isPairLegal, type Walk } from './walk.js';
import { drawable, WalkArbitrary } from './walk-arbitrary.js';

/** What walks of a version may consist of. */
export interface VersionMoves {
  description: Description;
  moves: readonly Move[];
}

/**
 * Draws random walks endlessly, in batches, alternating between the versions. The same seed gives the same ones; none
 * comes twice.
 */
export function* randomWalks(
  versionMoves: readonly VersionMoves[],
  {
    seed,
    length,
    atOnce,
    concurrent = false,
  }: { seed: number; length: number; atOnce: number; concurrent?: boolean },
): Generator<Walk[], void> {
  const arbitraries = versionMoves.map(({ description, moves }) =>
    concurrent
      ? new PairArbitrary(description, moves, length)
      : new WalkArbitrary(description, moves, length),
  );
  const known = new Set<string>();
  const share = Math.ceil(atOnce / versionMoves.length);
  for (let round = 0; ; round += 1) {
    const drawn = arbitraries.map((each, at) =>
      fc.sample(each, { seed: seed + round * versionMoves.length + at, numRuns: share }),
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
  versionMoves: readonly VersionMoves[],
  { longest, atOnce }: { longest: number; atOnce: number },
): Generator<Walk[], void> {
  const all = versionMoves.flatMap(({ description, moves }) => {
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
export function* simplerThan(versionMoves: readonly VersionMoves[], walk: Walk): Generator<Walk, void> {
  const ofVersion = versionMoves.find(({ description }) => description.version === walk.version);
  if (!ofVersion) return;
  const { description, moves } = ofVersion;
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

/** The most moves after the pair: enough to show where it left the routing. */
const MOST_AFTER = 2;

/**
 * Random walks with two moves at once, each of which is legal where it begins; what comes before is legal as well, and
 * what comes after is always possible: messages and selections.
 */
class PairArbitrary extends fc.Arbitrary<Walk> {
  private readonly own: readonly OrderedMove[];

  constructor(
    private readonly description: Description,
    private readonly moves: readonly Move[],
    private readonly length: number,
  ) {
    super();
    this.own = drawable(orderedMoves(description), moves);
  }

  generate(random: fc.Random): fc.Value<Walk> {
    const pick = <T>(among: readonly T[]): T => among[random.nextInt(0, among.length - 1)] as T;
    const before = random.nextInt(0, Math.max(0, this.length - 2 - MOST_AFTER));
    const moves: OrderedMove[] = [];
    let situation = BEGINNING;
    const legal = (): OrderedMove[] => this.own.filter((move) => next(this.description, situation, move));
    while (moves.length < before) {
      const move = pick(legal());
      situation = next(this.description, situation, move) ?? situation;
      moves.push(move);
    }
    moves.push(pick(legal()), pick(legal()));
    const gateway = this.own.filter(({ kind }) => kind === 'message' || kind === 'select');
    for (let left = random.nextInt(1, MOST_AFTER); left > 0; left -= 1) moves.push(pick(gateway));
    return new fc.Value<Walk>({ version: this.description.version, moves, pairAt: before }, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Walk {
    return typeof value === 'object' && value !== null && 'pairAt' in value;
  }

  /** Leaves out moves around the pair, or uses moves that come earlier in the list of all. */
  shrink(walk: Walk): fc.Stream<fc.Value<Walk>> {
    const simpler = [...this.without(walk), ...this.replaced(walk)].filter(
      ({ moves, pairAt = 0 }) => moves.every(isOrdered) && isPairLegal(this.description, moves, pairAt),
    );
    const distinct = [...new Map(simpler.map((walk) => [idOf(walk), walk])).values()]
      .filter((candidate) => compareWalks(this.moves, candidate.moves, walk.moves) < 0)
      .sort((a, b) => compareWalks(this.moves, a.moves, b.moves));
    return fc.stream(distinct.map((walk) => new fc.Value<Walk>(walk, undefined)).values());
  }

  private without({ version, moves, pairAt = 0 }: Walk): Walk[] {
    const rows = moves.flatMap((_, from) =>
      moves.slice(from).map((_move, more) => ({ from, to: from + more + 1 })),
    );
    return rows
      .filter(({ from, to }) => to <= pairAt || from >= pairAt + 2)
      .map(({ from, to }) => ({
        version,
        moves: [...moves.slice(0, from), ...moves.slice(to)],
        pairAt: to <= pairAt ? pairAt - (to - from) : pairAt,
      }));
  }

  private replaced({ version, moves, pairAt = 0 }: Walk): Walk[] {
    return moves.flatMap((move, at) => {
      const place = this.own.findIndex(({ name }) => name === move.name);
      return this.own
        .filter(({ kind }, earlier) => kind === move.kind && earlier < place)
        .map((simpler) => ({
          version,
          moves: [...moves.slice(0, at), simpler, ...moves.slice(at + 1)],
          pairAt,
        }));
    });
  }
}
