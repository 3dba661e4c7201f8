import { reachesEmployees } from '../../description/routing.js';
import type { Description } from '../../description/types.js';
import { allMoves } from './further-moves.js';
import { Interest } from './interest.js';
import { JOURNEYS, type JourneyPlan } from './journey-plans.js';
import { type ConversationMove, hasValue, type Move, type Participant } from './moves.js';
import {
  BEGINNING,
  conversationOf,
  isOutsideConversation,
  Lasting,
  MOST_DESTINATIONS,
  next,
  participantOf,
  type Situation,
} from './situation.js';

/** A long walk of the default run: its plan, and its moves. */
export interface Journey {
  plan: JourneyPlan;
  moves: readonly Move[];
}

/** All journeys of a version, each where those before it have not been. Always the same for the same description. */
export function journeysOf(description: Description): Journey[] {
  const interest = new Interest(description);
  const moves = allMoves(description);
  const usual = moves.filter((move) => usualName(move) === move.name);
  const variants = byUsualName(moves.filter(hasValue));
  return JOURNEYS.flatMap((plan) => {
    const journey = { plan, moves: new Traveller(description, plan, usual, variants, interest).travel() };
    return plan.sees === 'order' ? [journey, { ...journey, plan: { ...plan, ...IN_ANY_ORDER } }] : [journey];
  });
}

/** The order is expected, all else is required: so somebody makes the same moves and does not look at the order. */
const IN_ANY_ORDER = {
  name: 'in-any-order',
  about: 'three users at two destinations whose employees log out and in',
  sees: 'shown',
} as const;

/** Consecutive messages: more of a conversation than most services keep in memory. */
const MANY = 25;

const isMessage = (move: Move): boolean => move.kind === 'message' && !move.repeats;
const isSelection = (move: Move): boolean => move.kind === 'select' && !move.destination;
const isPresence =
  (online: boolean) =>
  (move: Move): boolean =>
    move.kind === 'presence' && move.destination === 'each' && move.online === online;

const isAddress =
  (away: boolean) =>
  (move: Move): boolean =>
    move.kind === 'address' && move.away === away;

const OPENINGS: Record<NonNullable<JourneyPlan['opening']>, (traveller: Traveller) => void> = {
  early(traveller) {
    traveller.all(isSelection);
    traveller.inTurn((move) => move.kind === 'reply' && move.early === true);
    traveller.inTurn(isMessage, MANY);
  },
  crowd(traveller) {
    traveller.all(isMessage);
    traveller.all(isSelection);
    traveller.all(isPresence(false));
    traveller.inTurn(isMessage);
    traveller.all(isPresence(true));
  },
  unheard(traveller) {
    traveller.all(isMessage);
    traveller.all(isSelection);
    traveller.first(isAddress(true));
    traveller.all((move) => move.kind === 'reply' && move.early !== true);
    traveller.first(isAddress(false));
  },
  tour(traveller) {
    for (const [at] of Array.from({ length: MOST_DESTINATIONS }).entries()) {
      traveller.first(isMessage);
      traveller.first((move) => move.kind === 'select' && (move.destination ?? 0) === at);
      traveller.first(({ kind }) => kind === 'reply');
      traveller.first(({ kind }) => kind === 'close');
    }
  },
};

/** One who makes a journey, move after move. */
class Traveller {
  private readonly usual: readonly Move[];
  private situation: Situation = BEGINNING;
  private readonly made: Move[] = [];
  private readonly lasting = new Lasting();

  constructor(
    private readonly description: Description,
    readonly plan: JourneyPlan,
    all: readonly Move[],
    /** Moves with values, by the name of the move without. */
    private readonly variants: ReadonlyMap<string, readonly ConversationMove[]>,
    private readonly interest: Interest,
  ) {
    this.usual = all.filter((move) => this.belongs(move));
    interest.begin(plan.shares);
  }

  travel(): Move[] {
    const { plan } = this;
    if (plan.opening !== undefined) OPENINGS[plan.opening](this);
    while (this.made.length < plan.moves && this.goOn());
    this.end();
    return this.made;
  }

  /** Makes the first such move for everybody, or for each who has one, in turn. */
  all(is: (move: Move) => boolean): void {
    const participants = new Set(
      this.usual.filter(is).map((move) => (isOutsideConversation(move) ? null : participantOf(move))),
    );
    for (const participant of participants) {
      const move = this.usual.find(
        (move) => is(move) && (isOutsideConversation(move) ? null : participantOf(move)) === participant,
      );
      if (move) this.make(this.valued(move));
    }
  }

  /** Makes the first such move that is possible. */
  first(is: (move: Move) => boolean): void {
    const move = this.usual.find((move) => is(move) && next(this.description, this.situation, move) !== null);
    if (move) this.make(this.valued(move));
  }

  /** Makes all such moves in turn, up to a number. */
  inTurn(is: (move: Move) => boolean, times?: number): void {
    const moves = this.usual.filter(is);
    for (let at = 0; at < (times ?? moves.length); at += 1) {
      const move = moves[at % moves.length];
      if (move) this.make(this.valued(move));
    }
  }

  private goOn(): boolean {
    const move = this.interest.most(this.usual, this.situation, (move) => this.isWanted(move));
    if (!move) return false;
    this.make(this.valued(move));
    return true;
  }

  /** Everybody is back, and whoever waits for a destination gets one, so that everything can be seen. */
  private end(): void {
    const moves = this.usual;
    const login = moves.find(isPresence(true));
    const address = moves.find(isAddress(false));
    if (login && this.situation.loggedOut.length > 0) this.make(login);
    if (address && this.situation.away) this.make(address);
    for (const participant of this.plan.participants) {
      const { state, written } = this.conversation(participant);
      const select = moves.find((move) => move.kind === 'select' && participantOf(move) === participant);
      if (written && select && !reachesEmployees(this.description.routing, state)) this.make(select);
    }
  }

  private make(move: Move): void {
    const reached = next(this.description, this.situation, move);
    if (!reached) return;
    this.interest.note(move, this.situation);
    this.made.push(move);
    this.lasting.note(move);
    this.situation = reached;
  }

  /** Whether the plan has such moves. */
  private belongs(move: Move): boolean {
    const { participants, destinations, around = [] } = this.plan;
    if (isOutsideConversation(move))
      return (
        around.includes(move.kind) &&
        (move.kind !== 'presence' || move.destination === 'each' || move.destination < destinations)
      );
    if (!participants.includes(participantOf(move))) return false;
    return move.kind !== 'select' || (move.destination ?? 0) < destinations;
  }

  /** Whether the move is legal now, and shows something that is not left open. */
  private isWanted(move: Move): boolean {
    if (next(this.description, this.situation, move) === null) return false;
    // Nobody can tell which of two equal ones comes first.
    if (this.plan.sees === 'order' && move.kind === 'message' && move.repeats) return false;
    if (move.kind === 'clock') return this.lasting.isSureFor(move.hours);
    if (move.kind !== 'select') return true;
    const { state, written } = this.conversation(participantOf(move));
    // What a second selection does is left open.
    if (reachesEmployees(this.description.routing, state)) return false;
    return written || this.plan.opening === 'early';
  }

  /** The move with values of the pools, two times out of three. */
  private valued(move: Move): Move {
    if (isOutsideConversation(move) || this.made.length % 3 === 2) return move;
    const legal = (this.variants.get(move.name) ?? []).filter(
      (other) => next(this.description, this.situation, other) !== null,
    );
    return this.interest.leastValue(legal, this.conversation(participantOf(move)).state) ?? move;
  }

  private conversation(participant: Participant): ReturnType<typeof conversationOf> {
    return conversationOf(this.description, this.situation, participant);
  }
}

/** Name of the move without its value. */
function usualName(move: Move): string {
  return 'value' in move && move.value !== undefined ? move.name.slice(0, -move.value.length - 1) : move.name;
}

function byUsualName(moves: readonly ConversationMove[]): Map<string, ConversationMove[]> {
  const groups = new Map<string, ConversationMove[]>();
  for (const move of moves) groups.set(usualName(move), [...(groups.get(usualName(move)) ?? []), move]);
  return groups;
}
