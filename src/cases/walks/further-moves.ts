import type { Description, ErrorStimulus } from '../../description/types.js';
import { closeRule, fieldOf, operationsOf, replies, requestFields, rowsOf } from '../description-lookups.js';
import type { Nth } from '../request-plan.js';
import {
  BY_OTHER_VERSION,
  type ConversationMove,
  FOURTH,
  type Move,
  movesOf,
  NAMESAKE,
  type Participant,
  type RequestErrorKind,
  SECOND,
  THIRD,
} from './moves.js';
import { changesNothing, isOutsideConversation, isPlain, MOST_DESTINATIONS } from './situation.js';
import { messageValues, replyValues, selectionValues } from './values.js';

/** What a deployment and its driver can do, as far as moves depend on it. */
export interface Offer {
  supports: (action: string) => boolean;
  /** Destinations with employees online at the contact point of the walk. */
  online: number;
  secondKey: boolean;
  /** Contact points that nobody else uses, so that addresses and presences can be changed. */
  ownPoints: boolean;
  /** An address that is set can be removed again. */
  clearing: boolean;
  /** Why there is no other version whose moves could be judged; null: there is one. */
  whyNoOtherVersion: string | null;
}

export interface Offered {
  moves: Move[];
  /** Moves that cannot be made, by name, and why. */
  leftOut: { names: string[]; reason: string }[];
}

/** All moves that can be made at a deployment: those of every version first, then what lies beyond. */
export function movesOffered(description: Description, offer: Offer): Offered {
  const offered: Offered = { moves: [], leftOut: [] };
  const where = (given: boolean, moves: readonly Move[], reason: string): void => {
    if (given) offered.moves.push(...moves);
    else if (moves.length > 0) offered.leftOut.push({ names: moves.map(({ name }) => name), reason });
  };
  const usual = movesOf(description);
  for (const move of usual.map(
    (talking): ConversationMove => (talking.kind === 'select' ? { ...talking, again: true } : talking),
  ))
    where(canDo(description, offer, move), [move], "the driver of the employee's side lacks the action");
  where(true, repetitions(description), '');
  where(true, refusals(description), '');
  where(true, reads(description), '');
  for (const move of selections())
    where((move.destination ?? 0) < offer.online, [move], 'too few destinations have employees online');
  offered.moves.push(...offered.moves.flatMap((move) => (move.kind === 'reply' ? earlyReplies(move) : [])));
  offered.moves.push(
    ...offered.moves.flatMap((move) => (isOutsideConversation(move) ? [] : withEachValue(description, move))),
  );
  const own = offered.moves.filter((move): move is ConversationMove => !isOutsideConversation(move));
  const lacksClock = "the driver of the employee's side cannot move the service's clock";
  where(offer.supports('advance_clock'), passings(description), lacksClock);
  for (const participant of [SECOND, THIRD, FOURTH])
    where(
      true,
      of(
        participant,
        own.filter((move) => !changesNothing(move)),
      ),
      '',
    );
  const gatewayOnly = own.filter(({ kind }) => kind === 'message' || kind === 'select');
  where(
    offer.secondKey,
    of(
      NAMESAKE,
      gatewayOnly.filter((move) => move.kind !== 'select' || !move.destination),
    ),
    'no key of a second contact point is configured',
  );
  const needsPoint =
    'no contact point is set aside ("target.freshKeys") whose address can be changed and taken away';
  where(offer.ownPoints, addresses(offer), needsPoint);
  where(
    offer.ownPoints && offer.supports('set_presence'),
    presences(Math.min(offer.online, 2)),
    offer.ownPoints ? 'the driver of the employee\'s side lacks "set_presence"' : needsPoint,
  );
  const plain = gatewayOnly.filter(isPlain);
  where(offer.whyNoOtherVersion === null, of(BY_OTHER_VERSION, plain), offer.whyNoOtherVersion ?? '');
  return offered;
}

/** Every move that some deployment can make: what a trace may consist of. */
export function allMoves(description: Description): Move[] {
  const all: Offer = {
    supports: () => true,
    online: 20,
    secondKey: true,
    ownPoints: true,
    clearing: true,
    whyNoOtherVersion: null,
  };
  return movesOffered(description, all).moves;
}

function canDo(description: Description, { supports }: Offer, move: ConversationMove): boolean {
  if (move.kind === 'close') return supports(closeRule(description).action);
  if (move.kind !== 'reply') return true;
  return replies(description).some(({ event, action }) => event === move.event && supports(action));
}

function repetitions(description: Description): Move[] {
  return operationsOf(description, 'message').map((operation) => ({
    kind: 'message',
    name: `${operation}.again`,
    operation,
    repeats: true,
  }));
}

/** Requests that are at fault: in a field, in the body as a whole, in the key. */
function refusals(description: Description): Move[] {
  return operationsOf(description, 'message', 'select')
    .filter((operation) => faultyField(description, operation) !== undefined)
    .flatMap((operation) =>
      Object.entries(FAULTS)
        .filter(([, { stimulus }]) => rowsOf(description, stimulus).length > 0)
        .map(
          ([name, { fault }]): Move => ({
            kind: 'refused',
            name: `${operation}.${name}`,
            operation,
            fault,
          }),
        ),
    );
}

/** Requests that read what is listed, where a user is, and what was written. */
function reads(description: Description): Move[] {
  return operationsOf(description, 'destinations', 'history', 'current').map((operation) => ({
    kind: 'read',
    name: operation,
    operation,
  }));
}

/** What the moves are named after. */
const FAULTS: Record<string, { fault: RequestErrorKind; stimulus: ErrorStimulus['kind'] }> = {
  refused: { fault: 'type', stimulus: 'wrong-type' },
  malformed: { fault: 'syntax', stimulus: 'malformed-json' },
  keyless: { fault: 'key', stimulus: 'no-key' },
};

function earlyReplies(move: Extract<ConversationMove, { kind: 'reply' }>): ConversationMove[] {
  return [{ ...move, name: `${move.name}.early`, early: true }];
}

/** The move with each value of the pools; none if it has no values of its own. */
function withEachValue(description: Description, move: ConversationMove): ConversationMove[] {
  const each = (values: readonly string[]): ConversationMove[] =>
    values.map((value) => ({ ...move, name: `${move.name}.${value}`, value }));
  if (move.kind === 'message') return move.repeats ? [] : each(messageValues(description, move.operation));
  if (move.kind === 'select') return each(selectionValues(description));
  return move.kind === 'reply' && !move.early ? each(replyValues(description, move.event)) : [];
}

/** Field of the request that a fault is put in. */
export function faultyField(description: Description, operation: string): string | undefined {
  const fields = requestFields(description, operation);
  return fieldOf(fields, 'person') ?? fieldOf(fields, 'content');
}

function selections(): Extract<ConversationMove, { kind: 'select' }>[] {
  return Array.from({ length: MOST_DESTINATIONS - 1 }, (_, at) => ({
    kind: 'select',
    name: `select.${at + 2}`,
    early: true,
    again: true,
    destination: at + 1,
  }));
}

function of(participant: Participant, moves: readonly ConversationMove[]): ConversationMove[] {
  return moves.map((move) => ({ ...move, name: `${participant.name}${move.name}`, participant }));
}

function passings({ samples }: Description): Move[] {
  return Object.entries(samples.hours ?? {}).map(([name, hours]) => ({ kind: 'clock', name, hours }));
}

function addresses({ clearing }: Offer): Move[] {
  return [
    { kind: 'address', name: 'address.set', away: false },
    ...(clearing ? [{ kind: 'address' as const, name: 'address.away', away: true }] : []),
  ];
}

function presences(count: number): Move[] {
  const destinations = [...Array.from({ length: count }, (_, at): Nth => at), 'each' as const];
  return destinations.flatMap((destination): Move[] => {
    const which = destination === 0 ? '' : destination === 'each' ? '.each' : `.${destination + 1}`;
    return [
      { kind: 'presence', name: `log_out${which}`, destination, online: false },
      { kind: 'presence', name: `log_in${which}`, destination, online: true },
    ];
  });
}
