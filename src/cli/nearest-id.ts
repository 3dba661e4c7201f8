import type { Case } from '../cases/types.js';
import type { Description } from '../description/types.js';
import { closest } from '../yaml/closest.js';

/** What may have been meant by an id that nothing has: one that begins so, that was mistyped, or of nearly the same words. */
export function nearestId(id: string, descriptions: readonly Description[], cases: readonly Case[]): string {
  const ids = [
    ...cases.map((one) => one.id),
    ...descriptions.flatMap(({ statements, gaps }) => [...Object.keys(statements), ...Object.keys(gaps)]),
  ];
  const words = id.split('/').filter(Boolean);
  // Version, group and operation alone say little.
  const alike = ({ id: other, name }: Case): boolean =>
    words.includes(name) &&
    words.filter((word) => other.split('/').includes(word)).length >= Math.max(1, words.length - 1);
  const found = ids.find((other) => other.startsWith(id)) ?? closest(id, ids) ?? cases.find(alike)?.id;
  return `${found ? `Did you mean ${found}? ` : ''}conform list prints the ids of cases, conform list --statements all others.`;
}
