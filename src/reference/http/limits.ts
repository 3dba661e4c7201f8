/** How long the service waits for others, milliseconds. */
export interface Limits {
  /** For the head of a request. */
  headMs: number;
  /** For a whole request. */
  requestMs: number;
  /** How often these two are looked after. */
  checkMs: number;
  /** For a client that neither sends nor takes anything. */
  silentMs: number;
  /** For the head of a webhook's answer, and between two pieces of its body. */
  deliveryMs: number;
}

export const LIMITS: Limits = {
  headMs: 10_000,
  requestMs: 30_000,
  checkMs: 2_000,
  silentMs: 60_000,
  deliveryMs: 5_000,
};
