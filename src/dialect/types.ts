import type { Description } from '../description/types.js';
import type { Outcome } from '../engine/ports.js';

/** How a deployment fills what the interface does not show. Pointers are JSON Pointers (RFC 6901). */
export interface Dialect {
  /** Null: no place is known. */
  error: ErrorDialect | null;
  event: EventDialect | null;
  /** Body templates of operations whose request is not shown, by operation name. `{webhook_url}` and `{user}` are replaced. */
  bodies: Record<string, unknown>;
  /** Request that takes the webhook address away; null: not possible by request. */
  clearWebhook: { operation: string; body: unknown } | null;
}

/** Places of code and message in the body of an error; null: none is known, so that it may stand anywhere. */
export interface ErrorDialect {
  code: string | null;
  message: string | null;
  /** Where some errors have both in place of that: those of what stands before the operations, for instance. */
  others?: readonly ErrorPlaces[];
}

export interface ErrorPlaces {
  code: string;
  message: string;
}

/** What of a dialect a configuration may say: whole places alone. */
export interface SettledDialect extends Dialect {
  error: (ErrorPlaces & { others?: readonly ErrorPlaces[] }) | null;
}

export interface EventDialect {
  /** Where the name stands; `header:x-event` for a header, `key:/path` where the name is a key at that path. */
  name: string;
  /** Further places that held the name as well when it was found; another event differs at one of them at least. */
  others?: readonly string[];
  /** Where the user's id stands; null: nowhere, so that only its time shows whose event it is. */
  user: string | null;
  /** Events stand in a list at this place; null: one event a delivery. */
  list?: string | null;
}

/** Sends one request outside any case: valid in all that is not given here. */
export interface RequestSender {
  /** `key` null: no key at all; `body` null: no body at all, bytes: just these. */
  post(description: Description, operation: string, key: string | null, body: unknown): Promise<Outcome>;
}

/** What discovery came to, and from which exchanges; null: it is not found, and why. */
export interface Found<T> {
  value: T | null;
  evidence: string;
}
