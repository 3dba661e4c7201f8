/** Connections to a target that is near: there the processor is the limit, and more of them make the run slower. */
const USUAL = 32;
/** Requests at once: more would be a burden that no check should be. */
const MOST = 64;

/**
 * Requests under way at once: what the user says, or else enough of them to send a thousand a second over a way of this
 * length, within bounds. Until the length of the way is known, the least.
 * @param roundTripMs shortest round trip so far, milliseconds
 */
export function concurrencyFor(setting: number | 'auto', roundTripMs = 0): number {
  return setting === 'auto' ? Math.min(MOST, Math.max(USUAL, Math.round(roundTripMs))) : setting;
}
