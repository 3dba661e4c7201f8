import type { Description } from '../../description/types.js';
import type { Nth } from '../request-plan.js';
import { type ConversationMove, FIRST, type Move, type Participant } from './moves.js';
import { conversationOf, isOutsideConversation, participantOf, type Situation } from './situation.js';

/** Lengths of sequences that are told apart: of moves in one conversation, and in all conversations. */
const OWN_ROWS = [2, 3, 4];
const COMMON_ROWS = [2, 3];

/** Separates the values of consecutive moves. */
const STRIDE = 7;

/** How many consecutive destinations are told apart. */
const PATHS = [2, 3, 4];

/** The share of each kind among the moves of a journey. */
const SHARES: Record<Kind, number> = {
  message: 0.38,
  again: 0.05,
  select: 0.16,
  close: 0.13,
  reply: 0.14,
  refused: 0.05,
  read: 0.05,
  presence: 0.1,
  address: 0.1,
  away: 0.08,
  clock: 0.12,
};

/** Kinds of moves. A message of the same content is a kind of its own, and so is taking the address away. */
type Kind = Move['kind'] | 'again' | 'away';

/** How much of a journey some kinds of moves are. */
export type Shares = Partial<Record<Kind, number>>;

/** What precedes any move that is made now: the beginnings of all keys by which moves are told apart. */
interface Outlook {
  rows: string[];
  around: string;
  of(participant: Participant): OwnOutlook;
}

/** The same for one conversation. */
interface OwnOutlook {
  state: string;
  rows: string[];
  paths: string[];
  holders: string;
  conversation: number;
}

/** Knows what journeys have shown, and so which move shows most that is new. */
export class Interest {
  private shares = SHARES;
  private readonly times = new Map<string, number>();
  private readonly names = new Map<Move, { plain: string; common: string }>();
  private rows = new Map<Participant, { state: string; name: string }[]>();
  private common: string[] = [];
  private conversations = new Map<Participant, number>();
  /** Destinations in the order in which a user had them. */
  private went = new Map<Participant, Nth[]>();
  private kinds = new Map<Kind, number>();
  private participants = new Map<Participant, number>();

  constructor(private readonly description: Description) {}

  /** Another journey begins. @param shares the share of some kinds of moves, where it is not the usual one */
  begin(shares: Shares = {}): void {
    this.shares = { ...SHARES, ...shares };
    this.rows = new Map();
    this.common = [];
    this.conversations = new Map();
    this.went = new Map();
    this.kinds = new Map();
    this.participants = new Map();
  }

  /** The wanted move that shows most that is new; the first of those that are equal. */
  most(moves: readonly Move[], situation: Situation, isWanted: (move: Move) => boolean): Move | undefined {
    let best: Move | undefined;
    let highest = Number.NEGATIVE_INFINITY;
    const outlook = this.outlook(situation);
    for (const move of moves) {
      // Novelty is at most 1, and takes long to work out.
      const hunger = this.hunger(move);
      if (hunger <= highest || !isWanted(move)) continue;
      const score = hunger * this.novelty(move, outlook);
      if (score <= highest) continue;
      highest = score;
      best = move;
    }
    return best;
  }

  /** Of moves with values, one whose value was seldom used in the state. */
  leastValue(moves: readonly ConversationMove[], state: string): ConversationMove | undefined {
    const used = (move: ConversationMove): number =>
      2 * this.timesOf(valueKey(move, state)) + this.timesOf(valueKey(move, ''));
    // Of those that were used equally seldom, a different one each time.
    const from = moves.length === 0 ? 0 : (STRIDE * this.common.length) % moves.length;
    const rotated = [...moves.slice(from), ...moves.slice(0, from)];
    return rotated.reduce<ConversationMove | undefined>(
      (best, move) => (best === undefined || used(move) < used(best) ? move : best),
      undefined,
    );
  }

  note(move: Move, situation: Situation): void {
    for (const key of this.keysOf(move, this.outlook(situation))) this.count(key);
    const { plain, common } = this.namesOf(move);
    this.common.push(common);
    increase(this.kinds, kindOf(move));
    if (isOutsideConversation(move)) {
      // It comes between the moves of everybody.
      for (const [participant, row] of this.rows)
        this.rows.set(participant, [...row, { state: '', name: move.name }]);
      return;
    }
    const participant = participantOf(move);
    increase(this.participants, participant);
    if (move.kind === 'select')
      this.went.set(participant, [...this.wentOf(participant), move.destination ?? 0]);
    const { state } = conversationOf(this.description, situation, participant);
    this.count(valueKey(move, state));
    this.count(valueKey(move, ''));
    this.rows.set(participant, [...this.rowOf(participant), { state, name: plain }]);
    if (move.kind === 'close') this.conversations.set(participant, this.numberOf(participant) + 1);
  }

  /** Large if there have been few moves of the kind, or of the user, so far. */
  private hunger(move: Move): number {
    const kind = kindOf(move);
    const all = this.common.length + 1;
    const kinds = (this.shares[kind] * all) / ((this.kinds.get(kind) ?? 0) + 0.5);
    const own = isOutsideConversation(move)
      ? all / 3
      : (this.participants.get(participantOf(move)) ?? 0) + 0.5;
    return kinds ** 1.5 * (all / own);
  }

  /** Nearly 1 where all that is told apart is new. */
  private novelty(move: Move, outlook: Outlook): number {
    const keys = this.keysOf(move, outlook);
    const fresh = keys.reduce((sum, key) => sum + 1 / (1 + this.timesOf(key)) ** 2, 0);
    return (fresh / keys.length) ** 2;
  }

  private count(key: string): void {
    increase(this.times, key);
  }

  private timesOf(key: string): number {
    return this.times.get(key) ?? 0;
  }

  private wentOf(participant: Participant): Nth[] {
    return this.went.get(participant) ?? [];
  }

  private numberOf(participant: Participant): number {
    return this.conversations.get(participant) ?? 1;
  }

  private rowOf(participant: Participant): { state: string; name: string }[] {
    return this.rows.get(participant) ?? [];
  }

  private namesOf(move: Move): { plain: string; common: string } {
    const known = this.names.get(move);
    if (known) return known;
    const names = { plain: plainName(move), common: commonName(move) };
    this.names.set(move, names);
    return names;
  }

  /** Dozens of moves are weighed in each situation: what they have in common is worked out once. */
  private outlook(situation: Situation): Outlook {
    const own = new Map<Participant, OwnOutlook>();
    return {
      rows: COMMON_ROWS.map((length) => `all ${row(this.common.slice(1 - length))}`),
      around: `${situation.loggedOut.join()} ${situation.away}`,
      of: (participant) => {
        const known = own.get(participant) ?? this.ownOutlook(participant, situation);
        own.set(participant, known);
        return known;
      },
    };
  }

  private ownOutlook(participant: Participant, situation: Situation): OwnOutlook {
    const { state, holders } = conversationOf(this.description, situation, participant);
    return {
      state,
      rows: OWN_ROWS.map((length) => {
        const last = this.rowOf(participant).slice(1 - length);
        return `${length} ${last[0]?.state ?? state} ${row(last.map(({ name }) => name))}`;
      }),
      paths: PATHS.map((length) => `went ${row(this.wentOf(participant).slice(1 - length))}`),
      holders: holders.join(),
      conversation: this.numberOf(participant),
    };
  }

  /** What is told apart about a move where it is made: the sequences that it ends, its place, its user and its conversation. */
  private keysOf(move: Move, { rows, around, of }: Outlook): string[] {
    const { plain, common } = this.namesOf(move);
    const ended = rows.map((row) => row + common);
    if (isOutsideConversation(move)) return [...ended, `around ${plain} ${around}`];
    const participant = participantOf(move);
    const own = of(participant);
    const { state, conversation } = own;
    const chosen = move.kind === 'select' ? String(move.destination ?? 0) : null;
    return [
      ...own.rows.map((row) => row + plain),
      ...ended,
      ...(chosen === null ? [] : own.paths.map((path) => path + chosen)),
      `place ${plain} ${state} ${chosen ?? own.holders} ${conversation}`,
      `who ${plain} ${state} ${participant.name} ${conversation}`,
      `around ${plain} ${state} ${around}`,
    ];
  }
}

/** The names of consecutive moves, and room for the next. */
function row(names: readonly (string | number)[]): string {
  return names.map((name) => `${name} `).join('');
}

function kindOf(move: Move): Kind {
  if (move.kind === 'address' && move.away) return 'away';
  return move.kind === 'message' && move.repeats ? 'again' : move.kind;
}

function increase<T>(counts: Map<T, number>, key: T): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** A move without its user and its value. */
function plainName(move: Move): string {
  if (isOutsideConversation(move)) return move.name;
  const name = move.name.slice(participantOf(move).name.length);
  return 'value' in move && move.value !== undefined ? name.slice(0, -move.value.length - 1) : name;
}

function commonName(move: Move): string {
  return isOutsideConversation(move)
    ? move.name
    : `${participantOf(move) === FIRST ? '' : participantOf(move).name}${plainName(move)}`;
}

function valueKey(move: ConversationMove, state: string): string {
  return `value ${'value' in move ? `${move.kind} ${plainName(move)} ${move.value}` : ''} ${state}`;
}
