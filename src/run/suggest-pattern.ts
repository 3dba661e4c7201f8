import { closest } from '../yaml/closest.js';

/** What a pattern may have meant. */
export interface Patterned {
  /** Whatever a pattern may name: parts of ids, statements. */
  words: readonly string[];
  fits(pattern: string): boolean;
}

/**
 * What was most likely meant by a pattern that fits nothing; undefined: nobody knows. Apart from the choice of cases: lists
 * of other things are quick without them.
 */
export function suggestPattern(pattern: string, { words, fits }: Patterned): string | undefined {
  const bare = pattern.replace(/^\/+|\/+$/g, '');
  const anywhere = [`**/${bare}`, `**/${bare}/**`, `**/*${bare}*/**`];
  const respelled = bare
    .split('/')
    .map((word) => closest(word, words) ?? word)
    .join('/');
  return [bare, ...anywhere, respelled, `**/${respelled}`].find(
    (candidate) => bare !== '' && fits(candidate),
  );
}
