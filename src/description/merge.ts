import type { Entry, Located } from '../yaml/located.js';
import type { Problem } from '../yaml/problem.js';
import { quoted } from '../yaml/problem.js';

/**
 * Lays a description that `extends` over its base: maps are merged by key, lists and scalars replaced, null removes.
 * Each value keeps the place where it was written. A null that removes nothing is a mistake, added to `problems`.
 */
export function merge(base: Located, over: Located, problems: Problem[]): Located {
  if (base.kind !== 'map' || over.kind !== 'map') return over;
  const entries = new Map<string, Entry>(base.entries);
  for (const [key, entry] of over.entries) {
    const below = entries.get(key);
    if (!isRemoval(entry.node)) {
      entries.set(key, { at: entry.at, node: below ? merge(below.node, entry.node, problems) : entry.node });
    } else if (!entries.delete(key)) {
      problems.push({
        ...entry.at,
        message: `${quoted(key)} is not in the base, expected a key that null can remove`,
      });
    }
  }
  return { kind: 'map', at: over.at, entries };
}

function isRemoval(node: Located): boolean {
  return node.kind === 'scalar' && node.value === null;
}
