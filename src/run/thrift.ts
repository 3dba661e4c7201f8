import { setFlagsFromString } from 'node:v8';

/** From here on memory counts for more than a few percent of processor time. */
const MANY_CASES = 1_500;

/**
 * Lets V8 collect the garbage of a large run early. As it is, the heap may grow to a multiple of what is in use, the more
 * so the newer Node is: most of the memory of a run of thousands of cases was garbage.
 */
export function spareMemory(cases: number): void {
  if (cases >= MANY_CASES) setFlagsFromString('--optimize-for-size');
}
