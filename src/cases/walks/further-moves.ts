import type { Description } from '../../description/types.js';
import type { Nth } from '../types.js';
import { closing, fieldOf, operationsOf, replies, requestFields, rowsOf } from '../vocabulary.js';
import { type Move, movesOf, NAMESAKE, NEIGHBOUR, type Party, type Talking } from './moves.js';
import { isAround } from './situation.js';

/** What a deployment and its driver can do, as far as moves depend on it. */
export interface Offer {
  supports: (action: string) => boolean;
  /** Destinations with employees online at the contact point of the walk. */
  online: number;
  secondKey: boolean;
  /** Contact points that nobody else uses, so that addresses and presences can be changed. */
  ownPoints: boolean;
  /** An address that is set can be taken away again. */
  clearing: boolean;
}

export interface Offered {
  moves: Move[];
  /** Moves that cannot be made, by name, and why. */
  leftOut: { names: string[]; reason: string }[];
}

/** Destinations that a walk selects among, at most: more of them show nothing new. */
const MOST_DESTINATIONS = 3;

/** All moves that can be made at a deployment: those of every version first, then what lies beyond. */
export function movesOffered(description: Description, offer: Offer): Offered {
  const offered: Offered = { moves: [], leftOut: [] };
  const where = (given: boolean, moves: readonly Move[], reason: string): void => {
    if (given) offered.moves.push(...moves);
    else if (moves.length > 0) offered.leftOut.push({ names: moves.map(({ name }) => name), reason });
  };
  const usual = movesOf(description);
  for (const move of usual.map(
    (talking): Talking => (talking.kind === 'select' ? { ...talking, again: true } : talking),
  ))
    where(canDo(description, offer, move), [move], "the driver of the employee's side lacks the action");
  where(true, repeated(description), '');
  where(true, refused(description), '');
  for (const move of selections())
    where((move.destination ?? 0) < offer.online, [move], 'too few destinations have employees online');
  const own = offered.moves.filter((move): move is Talking => !isAround(move));
  const lacksClock = "the driver of the employee's side cannot move the service's clock";
  where(offer.supports('advance_clock'), passings(description), lacksClock);
  where(
    true,
    of(
      NEIGHBOUR,
      own.filter(({ kind }) => kind !== 'refused'),
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
  return offered;
}

/** Every move that some deployment can make: what a trace may consist of. */
export function everyMove(description: Description): Move[] {
  const all: Offer = { supports: () => true, online: 20, secondKey: true, ownPoints: true, clearing: true };
  return movesOffered(description, all).moves;
}

function canDo(description: Description, { supports }: Offer, move: Talking): boolean {
  if (move.kind === 'close') return supports(closing(description).action);
  if (move.kind !== 'reply') return true;
  return replies(description).some(({ event, action }) => event === move.event && supports(action));
}

function repeated(description: Description): Move[] {
  return operationsOf(description, 'message').map((operation) => ({
    kind: 'message',
    name: `${operation}.again`,
    operation,
    repeats: true,
  }));
}

/** One request that is at fault in a field, of each operation that has such a field. */
function refused(description: Description): Move[] {
  if (rowsOf(description, 'wrong-type').length === 0) return [];
  return operationsOf(description, 'message', 'select')
    .filter((operation) => faultyField(description, operation) !== undefined)
    .map((operation) => ({ kind: 'refused', name: `${operation}.refused`, operation }));
}

/** Field of the request that a fault is put in. */
export function faultyField(description: Description, operation: string): string | undefined {
  const fields = requestFields(description, operation);
  return fieldOf(fields, 'person') ?? fieldOf(fields, 'content');
}

function selections(): Extract<Talking, { kind: 'select' }>[] {
  return Array.from({ length: MOST_DESTINATIONS - 1 }, (_, at) => ({
    kind: 'select',
    name: `select.${at + 2}`,
    early: true,
    again: true,
    destination: at + 1,
  }));
}

function of(party: Party, moves: readonly Talking[]): Talking[] {
  return moves.map((move) => ({ ...move, name: `${party.name}${move.name}`, party }));
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
  return Array.from({ length: count }, (_, at): Nth => at).flatMap((destination): Move[] => {
    const which = destination === 0 ? '' : `.${destination + 1}`;
    return [
      { kind: 'presence', name: `log_out${which}`, destination, online: false },
      { kind: 'presence', name: `log_in${which}`, destination, online: true },
    ];
  });
}
