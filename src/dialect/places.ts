import { hasMoreCommas } from '../engine/judge/json-text.js';

export type Path = readonly (string | number)[];

/** A place in a JSON value: a string or number at the path, or a key of the object at the path. */
export interface Place {
  path: Path;
  value: string | number;
  isKey: boolean;
}

/** More than any designed body has; a hostile one must not delay discovery. */
const MAX_PLACES = 5_000;
const MAX_DEPTH = 40;
const MAX_COMMAS = 20_000;

/** All strings, numbers and keys of a JSON value with their places, shallow ones first. */
export function placesOf(value: unknown): Place[] {
  const places: Place[] = [];
  let level: { path: Path; value: unknown }[] = [{ path: [], value }];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0 && places.length < MAX_PLACES; depth += 1) {
    level = level.flatMap((place) => visit(place, places)).slice(0, MAX_PLACES);
  }
  return places;
}

function visit(
  { path, value }: { path: Path; value: unknown },
  places: Place[],
): { path: Path; value: unknown }[] {
  if (typeof value === 'string' || typeof value === 'number') places.push({ path, value, isKey: false });
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.slice(0, MAX_PLACES).map((item, at) => ({ path: [...path, at], value: item }));
  return Object.entries(value)
    .slice(0, MAX_PLACES)
    .map(([key, member]) => {
      places.push({ path, value: key, isKey: true });
      return { path: [...path, key], value: member };
    });
}

/** JSON value of UTF-8 bytes; undefined if they are none, or one of more values than are looked at. */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return hasMoreCommas(text, MAX_COMMAS) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
