import type { PlainReasonCode } from '../reasons.js';

/** What a case needs from outside. The engine knows these ports and nothing behind them. */
export interface Ports {
  transport: Transport;
  mailbox: Mailbox;
  operator: Operator;
  clock: Clock;
}

export interface Transport {
  /**
   * Sends exactly what is asked and reports exactly what came. Never throws for what the target does: that is an outcome.
   * One call is one exchange; no redirect is followed, and nothing is sent twice except what was turned away by a rate
   * limit.
   */
  send(request: OutgoingRequest): Promise<Outcome>;
}

export interface OutgoingRequest {
  method: string;
  /** Absolute URL, key included. */
  url: string;
  /** All of these are sent; `Host` and `Connection` are the transport's. */
  headers: [string, string][];
  /** Null: no body at all. The caller sets `Content-Length`; without it the body is chunked. */
  body: Uint8Array | null;
  /** The body is sent in two parts, so many milliseconds apart, cut inside a character if it has one of several bytes. */
  pauseMs?: number;
  /** For the whole exchange, connecting included. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** The most urgent go first while requests are queued; default: ahead of all that have a priority. */
  priority?: number;
}

export type Outcome = HttpResponse | NoResponse;

export interface HttpResponse {
  kind: 'response';
  status: number;
  reason: string;
  headers: [string, string][];
  /** With its content encoding undone. */
  body: Uint8Array;
  /** True length of the body, if only its beginning is kept. */
  size?: number;
  /** A large body is lent: calling this frees its memory, and the body must not be read afterwards. */
  release?(): void;
  /** How often the target turned the request away by its rate limit before. */
  heldBack?: number;
  connection?: UsedConnection;
  startedAt: number;
  durationMs: number;
}

export interface NoResponse {
  kind: 'no-response';
  /** `fail`: the target broke HTTP; `inconclusive`: nothing can be judged. */
  verdict: 'fail' | 'inconclusive';
  /** Stable reason code, such as `refused`, `reset`, `truncated`. */
  failure: { code: PlainReasonCode; text: string };
  connection?: UsedConnection;
  startedAt: number;
  durationMs: number;
}

/** What is known of the connection that carried an exchange, including what came after it. */
export interface UsedConnection {
  /**
   * `own`: more came after this response than it had announced. `ambiguous`: more came than was asked for, and this
   * response may belong to an earlier request.
   */
  readonly surplus: 'own' | 'ambiguous' | null;
  /** Keeps the connection out of use until whatever is still on its way has come. */
  settle(): Promise<void>;
}

/** One HTTP request that reached an address of the catcher. */
export interface Delivery {
  id: number;
  /** Label of the address, see `Mailbox.address`. */
  address: string;
  method: string;
  headers: [string, string][];
  /** Kept bytes, decoded of their content encoding; `size` is the length that came. */
  body: Uint8Array;
  size: number;
  /** The connection ended before the body did. */
  cut?: boolean;
  /** The body was longer than the catcher keeps: its end is missing, or it was too long to be decoded. */
  partial?: boolean;
  /** What was called below the base of all addresses, if that is not the address as it was set. */
  calledWith?: string;
  /** The catcher answered it with a failure, as it had been asked to. */
  refused?: boolean;
  /** Wall clock, milliseconds. */
  at: number;
}

export interface Mailbox {
  /** Public URL of the catcher for a label; each label is an address of its own. */
  address(label: string): string;
  /** Deliveries that contain this text, in capitals too, belong to the run: no flood of others pushes them out. */
  recognize(mark: string): void;
  /** Answers the next `count` deliveries that contain this text with a failure; they are kept all the same. 0 ends it. */
  refuseNext(mark: string, count: number): void;
  /** Public URL where deliveries get no response. */
  unreachableAddress(): Promise<string>;
  /** Closes the connections on which no delivery is under way. */
  hangUp(): void;
  /** Own deliveries that were not kept whole: evidence is lost. */
  readonly lost: number;
  /** Others that were not kept: they contain no mark of the run, but may name a message of it. */
  readonly lostOthers: number;
  /** All deliveries so far, oldest first. */
  readonly deliveries: readonly Delivery[];
  /**
   * First delivery, past or future, that `match` accepts; null when `timeoutMs` have passed or `signal` aborted. Waits
   * for arrivals, without polling. Deliveries with this id or a smaller one are ignored.
   */
  waitFor(
    match: (delivery: Delivery) => boolean,
    timeoutMs: number,
    signal?: AbortSignal,
    after?: number,
  ): Promise<Delivery | null>;
}

export interface Operator {
  /** How the employee's side is driven, in words for people. */
  readonly name: string;
  supports(action: string): boolean;
  /** Names of what an inbox item can show; empty without an inbox. */
  readonly shows: readonly string[];
  /**
   * Parameters are named as in the description; `version` and `key` are always given. `caseId` is for the record: the
   * case for which it is done.
   */
  perform(action: string, parameters: Record<string, unknown>, caseId?: string): Promise<OperatorResult>;
  inbox(parameters: Record<string, unknown>): Promise<InboxResult>;
  /** Asks the driver which actions it has, if it can say; before that, `supports` may know less. */
  learn?(): Promise<void>;
  /** Longest time of one action, milliseconds; default: 10 seconds. */
  readonly longestActionMs?: number;
  /** Called once the cases are selected: about how many actions will be asked for. */
  plan?(actions: number): void;
  close(): Promise<void>;
}

export interface OperatorFailure {
  ok: false;
  kind: 'unsupported' | 'failed' | 'driver';
  text: string;
  /** The employee's side does not know the driver: it rejects its credentials. */
  unknownDriver?: true;
}

export type OperatorResult = { ok: true } | OperatorFailure;

export type InboxResult =
  | {
      ok: true;
      items: InboxItem[];
      /** Names from `shows` that this inbox turned out not to show, as far as the run has seen. */
      lacks?: readonly string[];
    }
  | OperatorFailure;

/** Messages as employees see them, oldest first, the person's card repeated on each. */
export interface InboxItem {
  fromUser: boolean;
  /** By field name of the requests; a name that is not shown is absent. */
  shown: Record<string, unknown>;
}

export interface Clock {
  /** Milliseconds since the Unix epoch; it stands still while the checker itself is held up. */
  now(): number;
  /** How long the checker itself has been held up so far, milliseconds: it received nothing then. */
  suspendedMs(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface ListedDestination {
  id: string;
  kind: string;
  online: boolean;
  /** False if the list says that it is not available. */
  available: boolean;
}

/** Reads what the interface does not show, as the dialect says. */
export interface Reader {
  /** What an error says where its parts are expected; if no place is known they may be anywhere. */
  error(body: unknown): ReadError;
  /** Events of one delivery; an empty list: it is not an event, or cannot be read. */
  events(delivery: { method: string; headers: [string, string][]; body: Uint8Array }): ReadEvent[];
  /** The place of the name in an event is known, and that of the user if there is one. */
  readonly readsEvents: boolean;
  /** False: no event names its user, so only one case at a time may cause any. */
  readonly namesUsers: boolean;
  /** Body of an operation whose request is not shown; undefined: not known. */
  body(operation: string, values: Record<string, string>): unknown;
  /** Whether `body` knows the operation. */
  knows(operation: string): boolean;
  /** The request that takes the webhook address away. */
  clearing(): { operation: string; body: unknown } | null;
}

export interface ReadError {
  /** What is at the place of the code; null: no code, or no place is known. */
  code: string | null;
  message: string | null;
  /** All values that may be it, if no place is known; null: only its place counts. */
  codeIn: readonly string[] | null;
  messageIn: readonly string[] | null;
  /** JSON Pointers of the places; left out or null: none is known. */
  codeAt?: string | null;
  messageAt?: string | null;
}

export interface ReadEvent {
  name: string | null;
  user: string | null;
  /** Undefined: the event is for somebody else's user, and there was no room for more of it. */
  payload: unknown;
  /** The whole body, if the event is the only one in a list: what is beside the list belongs to it as well. */
  whole?: unknown;
}
