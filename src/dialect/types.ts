import type { Description } from '../description/types.js';
import type { Outcome } from '../engine/ports.js';

/** How a deployment fills what the interface does not show. Pointers are JSON Pointers (RFC 6901). */
export interface Dialect {
  /** Null: no place is known. */
  error: ErrorDialect | null;
  event: EventDialect | null;
  /** Body templates of operations whose request is not shown, by operation name. `{webhook_url}` and `{user}` are replaced. */
  bodies: Record<string, unknown>;
  /** Request that removes the webhook address; null: not possible by request. */
  clearWebhook: { operation: string; body: unknown } | null;
}

/**
 * Places of code and message in the body of an error; null: not known, so they may be anywhere. The code is at
 * `key:/path` if it is a key there.
 */
export interface ErrorDialect {
  code: string | null;
  message: string | null;
  /** Where some errors have both instead: those of a gateway in front of the operations, for instance. */
  others?: readonly ErrorPlaces[];
}

export interface ErrorPlaces {
  code: string;
  message: string;
}

/** The parts of a dialect that a configuration may give: whole places only. */
export interface ConfigurableDialect extends Dialect {
  error: (ErrorPlaces & { others?: readonly ErrorPlaces[] }) | null;
}

export interface EventDialect {
  /** Where the name is; `header:x-event` for a header, `key:/path` if the name is a key at that path. */
  name: string;
  /** Further places that also held the name when it was found; another event differs in at least one of them. */
  others?: readonly string[];
  /** Names are qualified, as in `com.example.Name`: what precedes them may be another in each event. */
  qualified?: boolean;
  /** Where the user's id is; `key:/path` if it is a key at that path; null: nowhere, so that only its time shows whose event it is. */
  user: string | null;
  /** What precedes every user's id there, such as `users/`; null: nothing does. */
  userPrefix?: string | null;
  /** The events are here as the text of a JSON object or list, and the other places count as if that were the value. */
  wrapped?: string | null;
  /** Events are in a list at this place; null: one event per delivery. */
  list?: string | null;
}

/** Sends one request outside any case: valid in everything not given here. */
export interface RequestSender {
  /** `key` null: no key at all; `body` null: no body at all, bytes: exactly these. */
  post(description: Description, operation: string, key: string | null, body: unknown): Promise<Outcome>;
}

/** The result of discovery, and from which exchanges; null: not found, and why. */
export interface Found<T> {
  value: T | null;
  evidence: string;
}
