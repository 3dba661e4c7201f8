import type { Case } from '../cases/types.js';
import type { Description } from '../description/types.js';
import { shellWord } from '../shell-word.js';
import { closest } from '../yaml/closest.js';
import { printable } from '../yaml/problem.js';

/** What may have been meant by an id that nothing has: one that begins so, that was mistyped, or of nearly the same words. */
export function nearestId(id: string, descriptions: readonly Description[], cases: readonly Case[]): string {
  const ids = [
    ...cases.map((testCase) => testCase.id),
    ...descriptions.flatMap(({ statements, gaps }) => [...Object.keys(statements), ...Object.keys(gaps)]),
  ];
  if (/[*{]/.test(id))
    return `That is a pattern; conform list --grep ${shellWord(printable(id))} prints the ids that fit it.`;
  const words = id.split('/').filter(Boolean);
  // Version, group and operation alone say little.
  const alike = ({ id: other, name }: Case): boolean =>
    words.includes(name) &&
    words.filter((word) => other.split('/').includes(word)).length >= Math.max(1, words.length - 1);
  const found = ids.find((other) => other.startsWith(id)) ?? closest(id, ids) ?? cases.find(alike)?.id;
  return `${found ? `Did you mean ${found}? ` : ''}conform list prints the ids of cases, conform list --statements all others.`;
}
