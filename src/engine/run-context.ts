import type { Case, Duty } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { CaseRecord, Place } from '../record/types.js';
import type { Finding } from './finding.js';
import type { InboxItem, Outcome, OutgoingRequest } from './ports.js';
import type { WaitBudget } from './wait-budget.js';

/** What the preflight found out and the configuration says: the same for every case of a run. */
export interface RunContext {
  descriptions: Record<string, Description>;
  /** Versions that the run does not check: a field that is exclusive to them must not occur in a response of another. */
  unchecked?: readonly Description[];
  /** Service address without a version segment and without a trailing slash. */
  baseUrl: string;
  keys: {
    main: string;
    second: string | null;
    fresh: string[];
    restricted: string | null;
    unregistered: string;
  };
  /** Operations that the restricted account is said to lack, by version. */
  lacked?: Readonly<Record<string, readonly string[]>>;
  /** Destinations listed for a key under a version; asked for once, unless a fresh response is wanted. */
  destinations: (
    version: string,
    key: string,
    how?: { fresh: boolean; seen?: (exchange: SideExchange) => void },
  ) => Promise<ListedDestination[]>;
  /** Lists of destinations that were fetched outside the cases, by version, until the run has noted them. */
  lists?: { version: string; exchange: SideExchange }[];
  /** Why no destination is listed for the key under the version; null or left out: unknown. */
  whyNoDestination?: (version: string, key: string) => { problem: Finding; exchange: SideExchange } | null;
  /** Part of every user id of the run. */
  nonce: string;
  timeoutMs: number;
  eventTimeoutMs: number;
  quietWindowMs: number;
  /** How long an event took in the preflight, and a request without one; null or left out: no event came. */
  eventLatency?: { ms: number; roundTripMs: number } | null;
  reader: Reader;
  /** Ids of unusual shapes that cases have given their users so far, by which `reader` recognizes them. */
  oddUsers?: Set<string>;
  /** A request of our own came through the public address before the cases began. */
  catcherProven: boolean;
  /** Versions under which the run's own address was accepted before the cases began. */
  addressed?: readonly string[];
  /** Users who wrote before the cases began, and under which version. */
  writers?: ReadonlyMap<string, string>;
  /** Users whose messages were accepted by then, at the main contact point, by the ids that these were given. */
  messages?: ReadonlyMap<string, string>;
  /** What employees did before the cases began. */
  acts?: readonly Act[];
  /** What earlier runs learnt about how long to wait; default: nothing. */
  waitBudget?: WaitBudget;
}

/** An employee's action, and its content. */
export interface Act {
  action: string;
  user: string;
  parameters: Record<string, unknown>;
  /** When it was asked for; wall clock, milliseconds. */
  at: number;
  /** When the employee's side answered; left out: it has not yet. */
  ended?: number;
  /** How many requests of the cases had been answered by then: a clock may show the same moment for consecutive ones. */
  answered: number;
}

/** A request made outside the cases, and its response. */
export interface SideExchange {
  operation: string;
  request: OutgoingRequest;
  outcome: Outcome;
}

/** What an inbox showed; consecutive looks that showed the same count as one. Moments are wall clock, milliseconds. */
export interface Reading {
  id: number;
  caseId: string;
  version: string;
  user: string;
  destination: string;
  items: readonly InboxItem[];
  at: number;
  until: number;
  times: number;
}

export interface ListedDestination {
  id: string;
  kind: string;
  online: boolean;
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

/** One exchange of a case, as the judges see it. */
export interface Exchange {
  id: number;
  caseId: string;
  /** Asked for outside the cases, and evidence of this one. */
  aside?: true;
  version: string;
  /** Null: a request for something that no version lists, or by a path that is not the operation's. */
  operation: string | null;
  user: string | null;
  request: OutgoingRequest;
  outcome: Outcome;
  /** No law of the run judges the response: whether there is a body, or who answers, is not shown. */
  unjudged: boolean;
  /** The interface leaves open what the request is: any row of the table may answer it, a failure too. */
  mayFail: boolean;
  /** Path segment of the operation as sent. */
  segment: string;
}

/** How the target fills a gap. `part`: what the answer is about; all parts of one thing, `of`, are listed together. */
export interface CaseObservation {
  gap: string;
  value: string;
  of?: string;
  part?: string;
  /** Parts with this in common need not be listed one by one if all of them got the same answer. */
  among?: string;
}

type Recorded =
  | 'verdict'
  | 'reason'
  | 'expected'
  | 'received'
  | 'exchanges'
  | 'events'
  | 'readings'
  | 'dueTo';

/** How a case ended. */
export interface CaseOutcome extends Pick<CaseRecord, Recorded> {
  case: Case;
  /** What a failure rests on: step from 0, moment by the wall clock. */
  judged?: { place: Place; step: number; at: number };
  observations: CaseObservation[];
  startedAt: number;
  durationMs: number;
  /** Failed at first, and passed when it was tried again. */
  recovered?: true;
  /** What the failure breaches. */
  duty?: Duty | null;
  /** The violation in the setup that left it without a verdict. */
  breach?: Finding;
}
