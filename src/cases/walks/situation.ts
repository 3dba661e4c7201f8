import { reachesEmployees } from '../../description/routing.js';
import type { Description } from '../../description/types.js';
import type { Nth } from '../request-plan.js';
import {
  after,
  type ClockMove,
  type ContactPointMove,
  type ConversationMove,
  FIRST,
  type Move,
  type Participant,
  type Position,
  start,
} from './moves.js';

/** Everything that decides which moves are legal next: the state of each conversation, and what goes on around them. */
export interface Situation {
  /** By name of the participant. */
  conversations: Readonly<Record<string, ConversationState>>;
  /** Destinations whose employees are logged out. */
  loggedOut: readonly Nth[];
  /** No webhook address is set. */
  away: boolean;
  /**
   * What a walk with such moves may consist of: several versions are judged as a whole, which rules out any but the usual
   * moves of one user. Absent: undecided so far.
   */
  kind?: 'across-versions' | 'of-one-version';
}

/** A conversation of one participant. */
export interface ConversationState extends Position {
  /** Operations by which the participant has written. */
  sent: readonly string[];
  /** Moves with values of the pools. Each is made once only: otherwise nobody could tell a repeated message from a duplicate. */
  made: readonly string[];
  /** Destinations that may have the conversation: several if the interface leaves it open. */
  holders: readonly Nth[];
}

/** Where a walk begins. */
export const BEGINNING: Situation = { conversations: {}, loggedOut: [], away: false };

/** The conversation of the participant as it stands. */
export function conversationOf(
  description: Description,
  { conversations }: Situation,
  { name }: Participant,
): ConversationState {
  return conversations[name] ?? { ...start(description), sent: [], made: [], holders: [] };
}

/** Whose move it is. */
export function participantOf({ participant = FIRST }: ConversationMove): Participant {
  return participant;
}

/** Whether the move is made outside any conversation. */
export function isOutsideConversation(move: Move): move is ContactPointMove | ClockMove {
  return isShared(move) || move.kind === 'clock';
}

/** Whether the move changes what all users of a contact point share: such a walk has a contact point of its own. */
export function isShared(move: Move): move is ContactPointMove {
  return move.kind === 'presence' || move.kind === 'address';
}

/** The situation after the move; null if it is not legal. */
export function next(description: Description, situation: Situation, move: Move): Situation | null {
  const kind = kindAfter(situation, move);
  if (kind === null) return null;
  const reached = afterMove(description, situation, move);
  return reached && (kind === undefined ? reached : { ...reached, kind });
}

/** Null: the moves cannot be combined. */
function kindAfter({ kind }: Situation, move: Move): Situation['kind'] | null {
  const wanted = isOfOtherVersion(move)
    ? 'across-versions'
    : isPlain(move)
      ? undefined
      : ('of-one-version' as const);
  if (wanted === undefined) return kind;
  return kind === undefined || kind === wanted ? wanted : null;
}

export function isOfOtherVersion(move: Move): boolean {
  return !isOutsideConversation(move) && participantOf(move).isOfOtherVersion === true;
}

/** Whether the move changes nothing: the conversation goes on as if it had not been made. */
export function changesNothing(move: Move): move is Extract<ConversationMove, { kind: 'refused' | 'read' }> {
  return move.kind === 'refused' || move.kind === 'read';
}

/** A usual move of the first user, with nothing special about it. */
export function isPlain(move: Move): move is ConversationMove {
  if (isOutsideConversation(move) || changesNothing(move) || participantOf(move) !== FIRST) return false;
  if ('value' in move && move.value !== undefined) return false;
  if (move.kind === 'message') return move.repeats === undefined;
  if (move.kind === 'select') return move.destination === undefined;
  return move.kind === 'close' || move.early === undefined;
}

function afterMove(description: Description, situation: Situation, move: Move): Situation | null {
  switch (move.kind) {
    case 'presence':
      return presence(situation, move);
    case 'address':
      return move.away && situation.away ? null : { ...situation, away: move.away };
    case 'clock':
      return situation;
    default: {
      const conversation = conversationOf(description, situation, participantOf(move));
      const gone = conversation.holders.some((holder) => situation.loggedOut.includes(holder));
      if (gone && (move.kind === 'close' || move.kind === 'reply')) return null;
      if (situation.away && !isSilent(description, conversation, move)) return null;
      const changed = afterTalk(description, conversation, move);
      return (
        changed && {
          ...situation,
          conversations: { ...situation.conversations, [participantOf(move).name]: changed },
        }
      );
    }
  }
}

function presence(
  situation: Situation,
  { destination, online }: Extract<Move, { kind: 'presence' }>,
): Situation | null {
  const { loggedOut } = situation;
  if (destination === 'each')
    return loggedOut.length > 0 === online ? { ...situation, loggedOut: online ? [] : ALL } : null;
  if (loggedOut.includes(destination) !== online) return null;
  return {
    ...situation,
    loggedOut: online
      ? loggedOut.filter((loggedOff) => loggedOff !== destination)
      : [...loggedOut, destination],
  };
}

/** The most destinations that a walk selects from: more of them show nothing new. */
export const MOST_DESTINATIONS = 3;
const ALL: readonly Nth[] = Array.from({ length: MOST_DESTINATIONS }, (_, at) => at);

/** While no address is set, only moves that cause no event except a reply, which is kept: the fate of others is not shown. */
function isSilent(description: Description, { state }: ConversationState, move: ConversationMove): boolean {
  const { kind } = move;
  return (
    kind === 'reply' ||
    kind === 'select' ||
    changesNothing(move) ||
    (kind === 'message' && reachesEmployees(description.routing, state))
  );
}

function afterTalk(
  description: Description,
  conversation: ConversationState,
  move: ConversationMove,
): ConversationState | null {
  const position = after(description, conversation, move);
  if (!position) return null;
  const isMarked = (move.kind === 'message' || move.kind === 'reply') && move.value !== undefined;
  if (isMarked && conversation.made.includes(move.name)) return null;
  const made = isMarked ? { made: [...conversation.made, move.name] } : {};
  switch (move.kind) {
    case 'message':
      if (move.repeats && !conversation.sent.includes(move.operation)) return null;
      return {
        ...conversation,
        ...position,
        ...made,
        sent: [...new Set([...conversation.sent, move.operation])],
      };
    case 'select': {
      const { destination = 0 } = move;
      const before = reachesEmployees(description.routing, conversation.state) ? conversation.holders : [];
      return { ...conversation, ...position, holders: [...new Set([...before, destination])] };
    }
    case 'close':
      return { ...conversation, ...position, holders: [] };
    default:
      return { ...conversation, ...position, ...made };
  }
}

/** A sequence of moves, without those that are not legal where they are. */
export function legalPart(description: Description, moves: readonly Move[]): Move[] {
  let situation = BEGINNING;
  return moves.filter((move) => {
    const reached = next(description, situation, move);
    if (reached) situation = reached;
    return reached !== null;
  });
}

/** Kept messages and selections must last this long; lasting longer is a recommendation. */
export const SURE_HOURS = 1;

/** How long what is kept or selected has had to last so far, by whose it is: until the next selection or close. */
export class Lasting {
  private readonly hours = new Map<Participant, number>();
  private most = 0;

  /** The longest that anything had to last, in hours. */
  get longest(): number {
    return this.most;
  }

  /** Whether everything that is kept or selected now must also last that many hours more, and there is any. */
  isSureFor(hours: number): boolean {
    const all = [...this.hours.values()];
    return all.length > 0 && all.every((passed) => passed + hours <= SURE_HOURS);
  }

  note(move: Move): void {
    if (isOutsideConversation(move)) {
      if (move.kind === 'clock') this.pass(move.hours);
      return;
    }
    const participant = participantOf(move);
    if (move.kind === 'close') this.hours.delete(participant);
    else if (move.kind === 'select') this.hours.set(participant, 0);
    else if (move.kind === 'message' && !this.hours.has(participant)) this.hours.set(participant, 0);
  }

  private pass(hours: number): void {
    for (const [participant, passed] of this.hours) {
      this.hours.set(participant, passed + hours);
      this.most = Math.max(this.most, passed + hours);
    }
  }
}
