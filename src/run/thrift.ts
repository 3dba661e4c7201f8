import { setFlagsFromString } from 'node:v8';

/** From here on memory counts for more than a few percent of processor time. */
const MANY_CASES = 1_500;

/**
 * Lets a large run collect garbage before the heap has grown by a fifth. As it is, V8 lets it grow to a multiple of what
 * is in use: most of the memory of a run of thousands of cases was garbage.
 */
export function spareMemory(cases: number): void {
  if (cases >= MANY_CASES) setFlagsFromString('--heap-growing-percent=20');
}
