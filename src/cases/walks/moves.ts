import { transitionFrom } from '../../description/routing.js';
import type { Description, Trigger } from '../../description/types.js';
import { closeRule, operationsOf, replies } from '../description-lookups.js';
import type { KeyChoice, Nth, UserLabel } from '../request-plan.js';

/** One thing that the gateway or an employee does, usually in a user's conversation. */
export type Move = ConversationMove | ContactPointMove | ClockMove;

/** A move in the conversation of a user. */
export type ConversationMove = (
  | {
      kind: 'message';
      name: string;
      operation: string;
      /** With the content of the last one. */
      repeats?: true;
      /** With values of the pools, by the name of the first of them. */
      value?: string;
    }
  | {
      kind: 'select';
      name: string;
      /** Also before the user has written in the conversation. */
      early: boolean;
      /** Also while a destination is selected: what it does then is not shown. */
      again?: true;
      /** Default the chosen one. */
      destination?: Nth;
      value?: string;
    }
  | { kind: 'close'; name: string }
  | {
      kind: 'reply';
      name: string;
      event: string;
      value?: string;
      /** Before the user has written in the conversation, as far as the employee's side allows it. */
      early?: true;
    }
  /** A faulty request, which changes nothing. */
  | { kind: 'refused'; name: string; operation: string; fault: RequestErrorKind }
  /** A request that reads, which changes nothing either. */
  | { kind: 'read'; name: string; operation: string }
) & { participant?: Participant };

/** What is wrong with a request: a field has another type, the body is not JSON, there is no key. */
export type RequestErrorKind = 'type' | 'syntax' | 'key';

/** A move at the contact point, which all its users and employees share. */
export type ContactPointMove =
  | { kind: 'presence'; name: string; destination: Nth | 'each'; online: boolean }
  /** The webhook address is set to another one of the catcher's, or taken away. */
  | { kind: 'address'; name: string; away: boolean };

/** The service's clock moves, for everybody. */
export interface ClockMove {
  kind: 'clock';
  name: string;
  hours: number;
}

/** Whose conversation it is, and at which contact point. The name of a move begins with that of the participant. */
export interface Participant {
  name: string;
  user: UserLabel;
  key: KeyChoice;
  /** The requests are made under another version than that of the walk. */
  isOfOtherVersion?: true;
}

/** The first user of a walk. */
export const FIRST: Participant = { name: '', user: 'a', key: 'main' };
/** Another user, who is unrelated to the first. */
export const SECOND: Participant = { name: 'b.', user: 'b', key: 'main' };
/** Further users, like the second. */
export const THIRD: Participant = { name: 'c.', user: 'c', key: 'main' };
export const FOURTH: Participant = { name: 'd.', user: 'd', key: 'main' };
/** The user with the same id at another contact point, who is somebody else. */
export const NAMESAKE: Participant = { name: 'point2.', user: 'a', key: 'second' };

/** The first user by another version: whether versions share a user's state is not shown. */
export const BY_OTHER_VERSION: Participant = {
  name: 'other.',
  user: 'a',
  key: 'main',
  isOfOtherVersion: true,
};

/** All of them. */
export const PARTICIPANTS: readonly Participant[] = [
  FIRST,
  SECOND,
  THIRD,
  FOURTH,
  NAMESAKE,
  BY_OTHER_VERSION,
];

/** Where a user's conversation stands. */
export interface Position {
  /** State of the routing. */
  state: string;
  /** The user has written in this conversation, so employees have one once a destination is selected. */
  written: boolean;
}

/** A move and where it is made. */
export interface Turn extends Position {
  move: Move;
}

/** All moves in the conversation of one user that every version has, in the order of the description. */
export function movesOf(description: Description): ConversationMove[] {
  return [
    ...operationsOf(description, 'message').map(
      (name): ConversationMove => ({ kind: 'message', name, operation: name }),
    ),
    { kind: 'select', name: 'select', early: true },
    { kind: 'close', name: closeRule(description).action },
    ...replies(description).map(
      ({ action, event }): ConversationMove => ({ kind: 'reply', name: action, event }),
    ),
  ];
}

/** Where a user begins. */
export function start({ routing }: Description): Position {
  return { state: routing.initial, written: false };
}

/**
 * Where the conversation is after the move; null if the move is not legal there, or if its effect is not shown and the
 * move does not claim to be made there all the same. Employees act only in a conversation that they have: one in which
 * the user has written, while messages reach them (section 3).
 */
export function after({ routing }: Description, { state, written }: Position, move: Move): Position | null {
  const trigger = move.kind === 'reply' ? 'message' : triggerOf(move);
  if (trigger === null) return { state, written };
  const [, found] = transitionFrom(routing, state, trigger) ?? [];
  if (!found) return null;
  switch (move.kind) {
    case 'message':
      return { state: found.to, written: true };
    case 'select':
      return (found.to === state && !move.again) || !(written || move.early)
        ? null
        : { state: found.to, written };
    case 'reply':
      return found.delivers && written !== (move.early ?? false) ? { state, written } : null;
    case 'close':
      return written ? { state: found.to, written: !found.ends } : null;
    default:
      return { state, written };
  }
}

/** Whether it is made with a value of the pools. */
export function hasValue(move: Move): move is ConversationMove & { value: string } {
  return 'value' in move && move.value !== undefined;
}

/** What the routing treats the move as; null: it is not one of the routing's moves. */
export function triggerOf({ kind }: Move): Trigger | null {
  return kind === 'message' || kind === 'select' || kind === 'close' ? kind : null;
}
