import type { Path } from './places.js';

/** A place and the text that is put there. */
export interface Placement {
  path: Path;
  text: string;
}

/** A body that holds each text at its place. Names may come from the target: no object here has a prototype to spoil. */
export function bodyWith(placements: readonly Placement[]): unknown {
  const body: Record<string, unknown> = Object.create(null);
  for (const { path, text } of placements) put(body, path, text);
  return body;
}

/** Parts placements into groups whose places can stand in one body together. */
export function packed(placements: readonly Placement[]): Placement[][] {
  const groups: Placement[][] = [];
  for (const placement of placements) {
    const room = groups.find((group) => group.every((other) => compatible(placement.path, other.path)));
    if (room) room.push(placement);
    else groups.push([placement]);
  }
  return groups;
}

/** Neither place is inside the other, and what they share is of the same kind. */
function compatible(a: Path, b: Path): boolean {
  const at = a.findIndex((segment, index) => segment !== b[index]);
  if (at < 0 || at >= b.length) return false;
  return typeof a[at] === typeof b[at];
}

function put(body: Record<string, unknown>, path: Path, text: string): void {
  let inner: Record<string | number, unknown> = body;
  for (const [index, segment] of path.entries()) {
    const next = path[index + 1];
    if (next === undefined) inner[segment] = text;
    else {
      inner[segment] ??= typeof next === 'number' ? [] : Object.create(null);
      inner = inner[segment] as Record<string | number, unknown>;
    }
  }
}
