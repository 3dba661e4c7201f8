/** Bytes of a body that are kept as evidence; its true length is kept in any case. */
const LONGEST = 64 * 1024;
/** How much of each is kept once all of them together exceed the total. */
const SHORT = 1024;
const TOTAL = 1024 * 1024;

/** How much of the next body is kept, bytes. @param kept of all those before it together */
export function bodyLimit(kept: number): number {
  return kept < TOTAL ? LONGEST : SHORT;
}
