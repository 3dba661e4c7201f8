import type { Entry, Located } from '../yaml/located.js';
import { type Problem, quoted } from '../yaml/problem.js';

/** Every file of the folder as a whole description: what it `extends` is laid below it, however long the chain. */
export function resolveExtends(files: ReadonlyMap<string, Located>, problems: Problem[]): Located[] {
  const wholes = new Map<string, Located>();
  const resolve = (name: string, root: Located, chain: readonly string[]): Located => {
    const known = wholes.get(name);
    if (known) return known;
    const base = root.kind === 'map' ? root.entries.get('extends')?.node : undefined;
    if (root.kind !== 'map' || base?.kind !== 'scalar') return root;
    const baseName = String(base.value);
    const below = files.get(baseName);
    if (!below || chain.includes(baseName)) {
      const what = below ? 'leads back to this file' : 'is not in this folder';
      problems.push({
        ...base.at,
        message: `${quoted(baseName)} ${what}, expected another description file`,
      });
      return root;
    }
    const own = { ...root, entries: new Map([...root.entries].filter(([key]) => key !== 'extends')) };
    const whole = merge(resolve(baseName, below, [...chain, baseName]), own, problems);
    wholes.set(name, whole);
    return whole;
  };
  return [...files].map(([name, root]) => resolve(name, root, [name]));
}

/**
 * Lays a description that `extends` over its base: maps are merged by key, lists and scalars replaced, null removes.
 * Each value keeps the place where it was written. A null that removes nothing is a mistake, added to `problems`.
 */
function merge(base: Located, over: Located, problems: Problem[]): Located {
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
