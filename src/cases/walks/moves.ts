import type { Description } from '../../description/types.js';
import { closing, operationsOf, replies } from '../vocabulary.js';

/** One thing that the gateway or an employee does in a user's conversation. */
export type Move =
  | { kind: 'message'; name: string; operation: string }
  /** `early`: also before the user has written in the conversation. */
  | { kind: 'select'; name: string; early: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'reply'; name: string; event: string };

/** Where a user's conversation stands. */
export interface Position {
  /** State of the routing. */
  state: string;
  /** The user has written in this conversation, so that employees have one once a destination is selected. */
  written: boolean;
}

/** A move and where it is made. */
export interface Turn extends Position {
  move: Move;
}

/** All moves of the version, in the order of the description. */
export function movesOf(description: Description): Move[] {
  return [
    ...operationsOf(description, 'message').map((name): Move => ({ kind: 'message', name, operation: name })),
    { kind: 'select', name: 'select', early: true },
    { kind: 'close', name: closing(description).action },
    ...replies(description).map(({ action, event }): Move => ({ kind: 'reply', name: action, event })),
  ];
}

/** Where a user begins. */
export function start({ routing }: Description): Position {
  return { state: routing.initial, written: false };
}

/**
 * Where the conversation stands after the move; null where the move is not legal there, or where its effect is not shown:
 * a selection while selected. Employees act only in a conversation that they have: one in which the user has written,
 * while messages reach them (section 3).
 */
export function after({ routing }: Description, { state, written }: Position, move: Move): Position | null {
  const leaving = Object.values(routing.transitions).filter((one) => one.from === state);
  const found = leaving.find((one) => one.on === (move.kind === 'reply' ? 'message' : move.kind));
  if (!found) return null;
  switch (move.kind) {
    case 'message':
      return { state: found.to, written: true };
    case 'select':
      return found.to === state || !(written || move.early) ? null : { state: found.to, written };
    case 'reply':
      return found.delivers && written ? { state, written } : null;
    case 'close':
      return written ? { state: found.to, written: !found.ends } : null;
  }
}
