import { fits } from '../cases/filter.js';
import type { Case } from '../cases/types.js';
import { closest } from '../yaml/closest.js';

/** What was most likely meant by a pattern that fits no case; undefined: nobody knows. */
export function suggestPattern(pattern: string, known: readonly Case[]): string | undefined {
  const bare = pattern.replace(/^\/+|\/+$/g, '');
  const anywhere = [`**/${bare}`, `**/${bare}/**`, `**/*${bare}*/**`];
  const respelled = bare
    .split('/')
    .map((word) => closest(word, wordsOf(known)) ?? word)
    .join('/');
  return [bare, ...anywhere, respelled, `**/${respelled}`].find(
    (candidate) => bare !== '' && known.some((one) => fits(candidate, one)),
  );
}

/** Whatever a pattern may name: parts of ids, and statements. */
function wordsOf(cases: readonly Case[]): string[] {
  return [...new Set(cases.flatMap(({ id, statements }) => [...id.split('/'), ...statements]))];
}
