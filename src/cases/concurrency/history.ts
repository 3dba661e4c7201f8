/** What may be done for a user, as the routing takes it. */
export type DeedKind = 'message' | 'select' | 'close' | 'reply';

/** One thing that was done for a user: a request of the gateway, or an act of an employee. */
export interface Deed {
  name: string;
  kind: DeedKind;
  /** Event that a reply causes. */
  event?: string;
  /** A message with the same content as the one of that name. */
  like?: string;
  /** Version that the request was made under, where it is not that of the others. */
  version?: string;
  /** Deeds of one turn were begun together; all of them had ended before the next turn. */
  turn: number;
  /** When it was begun and when it had ended, milliseconds. */
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
  /** More often than a number of causes explains, whatever copies this deployment makes. */
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
}
