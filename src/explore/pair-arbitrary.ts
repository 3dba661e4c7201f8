import fc from 'fast-check';
import { isOrdered, type OrderedMove, orderedMoves } from '../cases/concurrency/steps.js';
import type { Move } from '../cases/walks/moves.js';
import { BEGINNING, next } from '../cases/walks/situation.js';
import type { Description } from '../description/types.js';
import { compareWalks } from './simpler.js';
import { idOf, isPairLegal, type Walk } from './walk.js';

/** Moves after the pair, at most: enough to show where it left the routing. */
const MOST_AFTER = 2;

/**
 * Random walks with two moves at once, each of which is legal where it begins; what comes before is legal as well, and
 * what comes after is always possible: messages and selections.
 */
export class PairArbitrary extends fc.Arbitrary<Walk> {
  private readonly own: readonly OrderedMove[];

  constructor(
    private readonly description: Description,
    private readonly moves: readonly Move[],
    private readonly length: number,
  ) {
    super();
    const known = new Set(moves.map(({ name }) => name));
    this.own = orderedMoves(description).filter(({ name }) => known.has(name));
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

  /** Without some of the moves around the pair, or with moves that come earlier in the list of all. */
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
