import fc from 'fast-check';
import { FIRST, type Move, NAMESAKE, NEIGHBOUR, type Turn } from '../cases/walks/moves.js';
import { BEGINNING, isAround, next, partyOf, talkOf } from '../cases/walks/situation.js';
import type { Description } from '../description/types.js';
import { Novelty } from './novelty.js';
import { simplerWalks } from './simpler.js';
import type { Walk } from './walk.js';

/** Kinds of walks and how many of so many are of each: which moves are drawn, the more usual ones most often. */
const STYLES: { share: number; takes: (move: Move) => boolean }[] = [
  { share: 8, takes: isUsual },
  { share: 4, takes: (move) => !isAround(move) && partyOf(move) === FIRST },
  { share: 2, takes: (move) => !isAround(move) && partyOf(move) !== NAMESAKE },
  { share: 1, takes: (move) => !isAround(move) && partyOf(move) !== NEIGHBOUR },
  { share: 1, takes: (move) => isAround(move) || partyOf(move) === FIRST },
];

/** A move of the conversation itself, as every version has it. */
export function isUsual(move: Move): boolean {
  return !isAround(move) && move.kind !== 'refused' && !move.name.includes('.');
}

/**
 * Random walks of legal moves, which shrink to simpler ones that are legal as well. One seed gives the same walks on any
 * machine, one after the other: each goes where those before it have not been.
 */
export class WalkArbitrary extends fc.Arbitrary<Walk> {
  private readonly novelty = new Novelty();
  private readonly styles: readonly Move[][];

  constructor(
    private readonly description: Description,
    private readonly moves: readonly Move[],
    private readonly length: number,
  ) {
    super();
    this.styles = STYLES.flatMap(({ share, takes }) =>
      Array.from({ length: share }, () => moves.filter(takes)),
    );
  }

  generate(random: fc.Random): fc.Value<Walk> {
    const among = this.styles[random.nextInt(0, this.styles.length - 1)] as Move[];
    const turns: Turn[] = [];
    let situation = BEGINNING;
    while (turns.length < this.length) {
      const { state, written } = talkOf(this.description, situation, FIRST);
      const rows = this.novelty.rowsAfter(turns, state);
      const ways = among.flatMap((move) => {
        const reached = next(this.description, situation, move);
        return reached ? [{ reached, move, weight: this.novelty.of(rows, move) }] : [];
      });
      const way = drawn(ways, random);
      if (!way) break;
      this.novelty.note(rows, way.move);
      turns.push({ state, written, move: way.move });
      situation = way.reached;
    }
    return new fc.Value<Walk>(
      { version: this.description.version, moves: turns.map(({ move }) => move) },
      undefined,
    );
  }

  canShrinkWithoutContext(value: unknown): value is Walk {
    return typeof value === 'object' && value !== null && 'moves' in value;
  }

  shrink({ version, moves }: Walk): fc.Stream<fc.Value<Walk>> {
    return fc.stream(
      simplerWalks(this.description, this.moves, moves)
        .map((simpler) => new fc.Value<Walk>({ version, moves: simpler }, undefined))
        .values(),
    );
  }
}

function drawn<T extends { weight: number }>(ways: readonly T[], random: fc.Random): T | undefined {
  const total = ways.reduce((sum, { weight }) => sum + weight, 0);
  let left = (random.nextInt(0, GRAINS - 1) / GRAINS) * total;
  return ways.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
}

/** Whole numbers are the same on every machine. */
const GRAINS = 2 ** 24;
