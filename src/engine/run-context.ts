import type { Description } from '../description/types.js';
import type { Act, OutOfCaseExchange } from './evidence.js';
import type { Finding } from './finding.js';
import type { ListedDestination, Reader } from './ports.js';
import type { WaitBudget } from './wait-budget.js';

/** The description of a version of the run. */
export function descriptionOf(descriptions: RunContext['descriptions'], version: string): Description {
  const found = descriptions[version];
  if (!found) throw new Error(`No description of the version ${version} is loaded.`);
  return found;
}

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
    how?: { fresh: boolean; seen?: (exchange: OutOfCaseExchange) => void },
  ) => Promise<ListedDestination[]>;
  /** Whether another contact point has listed the destination under the version, as far as the run has asked. */
  isListedAtOthers?: (version: string, key: string, destination: string) => Promise<boolean>;
  /**
   * After the service's clock was moved: where a session of employees has ended by itself they log in again, if the driver
   * can. `isOut`: employees of the destination have logged out.
   */
  logInAgain?: (isOut: (key: string, destination: string) => boolean) => Promise<void>;
  /** Lists of destinations that were fetched outside the cases, by version, until the run has noted them. */
  lists?: { version: string; exchange: OutOfCaseExchange }[];
  /** Why no destination is listed for the key under the version; null or left out: unknown. */
  whyNoDestination?: (
    version: string,
    key: string,
  ) => { problem: Finding; exchange: OutOfCaseExchange } | null;
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
