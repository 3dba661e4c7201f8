/** What may be done for a user, in terms of the routing. */
export type TimedMoveKind = 'message' | 'select' | 'close' | 'reply';

/** One thing that was done for a user: a request of the gateway, or an act of an employee. */
export interface TimedMove {
  name: string;
  kind: TimedMoveKind;
  /** Event that a reply causes. */
  event?: string;
  /** A message with the same content as the one of that name. */
  like?: string;
  /** Version that the request was made under, if it is not that of the others. */
  version?: string;
  /** Moves of one turn were begun together; all of them had ended before the next turn. */
  turn: number;
  /** When it began and ended, milliseconds. */
  from: number;
  to: number;
  /** The service, or the employee's side, turned it away. */
  refused: boolean;
}

/** What employees of the chosen destination saw after a turn: how often each content, by the first message that has it. */
export interface Look {
  turn: number;
  seen: ReadonlyMap<string, number>;
}

/** How an event came for the user. */
export interface Came {
  times: number;
  /** More often than its causes explain, whatever copies this deployment makes. */
  exceeds(causes: number): boolean;
}

/** What came of a history. */
export interface Observed {
  looks: readonly Look[];
  came(event: string): Came;
  /** Names of the replies whose event came. */
  notified: ReadonlySet<string>;
  /** Names of two messages that were given the same id. */
  sameId: readonly [string, string] | null;
  /** How many copies of a message employees see at most where nothing overlaps. */
  copies: number;
}

/** Moments are measured to the millisecond. */
const EXACT_MS = 1;
/** How many orders to try at most: each further one only makes it easier to explain what came. */
const MOST_ORDERS = 5_000;

/**
 * Every order in which the moves can have taken effect: one that ended before another began comes before it. Null: there
 * are too many.
 */
export function ordersOf(moves: readonly TimedMove[]): TimedMove[][] | null {
  const orders: TimedMove[][] = [];
  const extend = (done: readonly TimedMove[], left: readonly TimedMove[]): boolean => {
    if (left.length === 0) return orders.push([...done]) <= MOST_ORDERS;
    return left
      .filter((move) => !left.some((other) => precedes(other, move)))
      .every((next) =>
        extend(
          [...done, next],
          left.filter((move) => move !== next),
        ),
      );
  };
  return extend([], moves) ? orders : null;
}

/** Moves that were under way together with another one. */
export function overlapping(moves: readonly TimedMove[]): TimedMove[] {
  return moves.filter((move) =>
    moves.some((other) => other !== move && !precedes(move, other) && !precedes(other, move)),
  );
}

function precedes(a: TimedMove, b: TimedMove): boolean {
  return a.turn < b.turn || (a.turn === b.turn && a.to + EXACT_MS < b.from);
}
