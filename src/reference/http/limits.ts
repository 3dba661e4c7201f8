/** Timeouts, milliseconds. */
export interface Limits {
  /** For the head of a request. */
  headMs: number;
  /** For a whole request. */
  requestMs: number;
  /** How often these two are checked. */
  checkMs: number;
  /** For a client that neither sends nor reads. */
  silentMs: number;
  /** For the head of a webhook's response, and between two chunks of its body. */
  deliveryMs: number;
}

export const LIMITS: Limits = {
  headMs: 10_000,
  requestMs: 30_000,
  checkMs: 2_000,
  silentMs: 60_000,
  deliveryMs: 5_000,
};

/** Longer bodies are not read. */
export const KEPT_BYTES = 1024 * 1024;
