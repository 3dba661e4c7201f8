/**
 * Whether sweeps meet everything they could (`npm run test:exhaustive`, before a release); every change meets a fixed share
 * of it.
 */
export const EXHAUSTIVE = process.env.CONFORM_TESTS === 'exhaustive';

/** One in so many, the first one among them; all of them in the exhaustive tests. */
export function shareOf<T>(all: readonly T[], inSoMany: number): T[] {
  return all.filter((_, at) => EXHAUSTIVE || at % inSoMany === 0);
}
