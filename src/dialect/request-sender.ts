import type { Description } from '../description/types.js';
import type { Outcome } from '../engine/ports.js';

/** Sends one request outside of any case: valid in all that is not given here. */
export interface RequestSender {
  /** `key` null: no key at all; `body` null: no body at all, bytes: just these. */
  post(description: Description, operation: string, key: string | null, body: unknown): Promise<Outcome>;
}

/** What discovery came to, and from which exchanges; null: it is not found, and why. */
export interface Found<T> {
  value: T | null;
  evidence: string;
}
