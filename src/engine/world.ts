import type { Description } from '../description/types.js';

/** What the preflight found out and the configuration says: the same for every case of a run. */
export interface World {
  descriptions: Record<string, Description>;
  /** Service address without a version segment and without a trailing slash. */
  baseUrl: string;
  keys: { main: string; second: string | null; fresh: string[]; restricted: string | null; unregistered: string };
  /** Destinations listed for a key, by version. */
  destinations: (version: string, key: string) => Promise<ListedDestination[]>;
  /** Part of every user id of the run. */
  nonce: string;
  timeoutMs: number;
  eventTimeoutMs: number;
  quietWindowMs: number;
  reader: Reader;
}

export interface ListedDestination {
  id: string;
  kind: string;
  online: boolean;
}

/** Reads what the interface does not show, as the dialect says. */
export interface Reader {
  /** Null: the places of code and message are not known. */
  error(body: unknown): { code: string | null; message: string | null } | null;
  /** Events of one delivery; an empty list: it is none, or cannot be read. */
  events(delivery: { method: string; headers: [string, string][]; body: Uint8Array }): ReadEvent[];
  /** Body of an operation whose request is not shown; undefined: not known. */
  body(operation: string, values: Record<string, string>): unknown;
  /** Whether `body` knows the operation. */
  knows(operation: string): boolean;
  /** Request that takes the webhook address away. */
  clearing(): { operation: string; body: unknown } | null;
}

export interface ReadEvent {
  name: string | null;
  user: string | null;
  payload: unknown;
}
