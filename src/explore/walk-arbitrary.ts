import fc from 'fast-check';
import {
  BY_OTHER_VERSION,
  type ConversationMove,
  FIRST,
  hasValue,
  type Move,
  movesOf,
  NAMESAKE,
  PARTICIPANTS,
  type Participant,
  SECOND,
} from '../cases/walks/moves.js';
import {
  BEGINNING,
  changesNothing,
  conversationOf,
  isOfOtherVersion,
  isOutsideConversation,
  isPlain,
  isShared,
  next,
  participantOf,
} from '../cases/walks/situation.js';
import type { Description } from '../description/types.js';
import { simplerWalks } from './shrink.js';
import type { Walk } from './walk.js';

/** Share of walks whose moves exist in every version and have documented effects. */
const USUAL_SHARE = 16;

/** Share of these that may select before the user writes: the effect of that is open, and may hide a later fault. */
const EARLY_SHARE = 4;

/** The others, by the moves that are drawn, and how many of each kind there are. */
const STYLES: { share: number; takes: (move: Move) => boolean }[] = [
  { share: 3, takes: (move) => !isOutsideConversation(move) && participantOf(move) === FIRST },
  {
    share: 2,
    takes: (move) => !isOutsideConversation(move) && [FIRST, SECOND].includes(participantOf(move)),
  },
  {
    share: 1,
    takes: (move) =>
      !isOutsideConversation(move) && ![NAMESAKE, BY_OTHER_VERSION].includes(participantOf(move)),
  },
  {
    share: 1,
    takes: (move) => !isOutsideConversation(move) && [FIRST, NAMESAKE].includes(participantOf(move)),
  },
  { share: 1, takes: (move) => isPlain(move) || isOfOtherVersion(move) },
  {
    share: 1,
    takes: (move) => isShared(move) || (!isOutsideConversation(move) && participantOf(move) === FIRST),
  },
  { share: 1, takes: (move) => isOutsideConversation(move) || participantOf(move) === FIRST },
];

/**
 * Random walks of legal moves, which shrink to simpler ones that are legal as well. One seed gives the same sequence of
 * walks on any machine: each goes where those before it have not been.
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
    const usual = drawable(movesOf(description), moves);
    this.styles = [
      ...Array.from({ length: EARLY_SHARE }, () => usual),
      ...Array.from({ length: USUAL_SHARE - EARLY_SHARE }, () => usual.map(later)),
      ...STYLES.flatMap(({ share, takes }) => Array.from({ length: share }, () => moves.filter(takes))),
    ];
  }

  generate(random: fc.Random): fc.Value<Walk> {
    const style = this.styles[random.nextInt(0, this.styles.length - 1)] as Move[];
    const among = withFewValues(style, random);
    const moves: Move[] = [];
    const conversations = new Map<Participant, { state: string; name: string }[]>();
    let situation = BEGINNING;
    while (moves.length < this.length) {
      const rowsOf = new Map(
        PARTICIPANTS.map((participant) => [
          participant,
          this.novelty.rowsAfter(
            conversations.get(participant) ?? [],
            conversationOf(this.description, situation, participant).state,
          ),
        ]),
      );
      const ways = among.flatMap((move) => {
        const reached = next(this.description, situation, move);
        return reached
          ? [{ reached, move, weight: this.novelty.of(rowsOf.get(talking(move)) ?? [], move) }]
          : [];
      });
      const way = drawn(ways, random);
      if (!way) break;
      const participant = talking(way.move);
      this.novelty.note(rowsOf.get(participant) ?? [], way.move);
      if (!changesNothing(way.move)) {
        const { state } = conversationOf(this.description, situation, participant);
        conversations.set(participant, [
          ...(conversations.get(participant) ?? []),
          { state, name: plainName(way.move) },
        ]);
      }
      moves.push(way.move);
      situation = way.reached;
    }
    return new fc.Value<Walk>({ version: this.description.version, moves }, undefined);
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

/** Those of `own` that are among the moves to draw from. */
export function drawable<M extends { name: string }>(own: readonly M[], moves: readonly Move[]): M[] {
  const names = new Set(moves.map(({ name }) => name));
  return own.filter(({ name }) => names.has(name));
}

/** Only a few of the moves that differ in nothing but values, so that they do not crowd out the others. */
function withFewValues(moves: readonly Move[], random: fc.Random): Move[] {
  return moves.filter((move) => !hasValue(move) || random.nextInt(0, VALUES_SHARE - 1) === 0);
}

const VALUES_SHARE = 12;

function later(move: ConversationMove): ConversationMove {
  return move.kind === 'select' ? { ...move, early: false } : move;
}

/** In whose conversation the move counts. */
function talking(move: Move): Participant {
  return isOutsideConversation(move) ? FIRST : participantOf(move);
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

/** Length of the sequences of moves that are told apart. */
const DEPTHS = [3, 5, 6];

/** Weight left to a move whose sequences have all been drawn often. */
const LEAST_WEIGHT = 0.001;
/** The greater, the less is drawn again. */
const SHARPNESS = 4;

/** A move as a service sees it within one conversation: who makes it, and what else is special, makes no new sequence. */
interface Seen {
  state: string;
  name: string;
}

/** Which sequences of moves have been drawn, so that further walks go elsewhere. */
class Novelty {
  private readonly drawn = new Map<string, number>();

  /** The sequences that the conversation's next move would end, without that move. */
  rowsAfter(moves: readonly Seen[], state: string): string[] {
    return DEPTHS.map((depth) => {
      const row = moves.slice(1 - depth);
      return `${depth} ${row[0]?.state ?? state} ${row.map(({ name }) => name).join(' ')}`;
    });
  }

  /** How much new the move would show: 1 if every sequence is new, less the more often sequences have been drawn. */
  of(rows: readonly string[], move: Move): number {
    const name = plainName(move);
    let sum = LEAST_WEIGHT;
    for (const row of rows) sum += 1 / (1 + (this.drawn.get(`${row} ${name}`) ?? 0)) ** SHARPNESS;
    return sum / rows.length;
  }

  note(rows: readonly string[], move: Move): void {
    const name = plainName(move);
    for (const row of rows) this.drawn.set(`${row} ${name}`, (this.drawn.get(`${row} ${name}`) ?? 0) + 1);
  }
}

/** The name of the move itself: without the participant and without what is special about it. */
export function plainName(move: Move): string {
  if (isOutsideConversation(move)) return move.name;
  return move.name
    .slice(participantOf(move).name.length)
    .replace(/\..*$/, move.kind === 'refused' ? '$&' : '');
}
