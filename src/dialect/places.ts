import { hasMoreCommas } from '../engine/judge/json-text.js';
import { at, segments } from '../json.js';

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

/** Before a pointer: what is meant is the first name of a member there, not the value. */
export const KEY = 'key:';

/** What a body has at a place of a dialect: the value at a JSON Pointer, or the first name of a member there (`key:/path`). */
export function heldAt(body: unknown, place: string): unknown {
  if (!place.startsWith(KEY)) return at(body, place);
  const holder = at(body, placePointer(place));
  const isMap = typeof holder === 'object' && holder !== null && !Array.isArray(holder);
  return isMap ? Object.keys(holder)[0] : undefined;
}

/** The JSON Pointer of a place of a dialect. */
export function placePointer(place: string): string {
  return place.startsWith(KEY) ? place.slice(KEY.length) : place;
}

/** Texts of JSON objects and lists in a body, by their pointers. */
export function wrappedIn(body: unknown): Path[] {
  return placesOf(body).flatMap(({ path, value, isKey }) =>
    !isKey && typeof value === 'string' && insideOf(value) !== undefined ? [path] : [],
  );
}

/** The body with the object or list in the place of its JSON text; as it is if there is no such text. */
export function unwrapped(body: unknown, pointer: string): unknown {
  const text = at(body, pointer);
  const inside = typeof text === 'string' ? insideOf(text) : undefined;
  return inside === undefined ? body : withValue(body, segments(pointer), inside);
}

function insideOf(text: string): unknown {
  return /^\s*[[{]/.test(text) ? jsonOf(Buffer.from(text)) : undefined;
}

function withValue(body: unknown, [name, ...names]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, index) => (String(index) === name ? withValue(item, names, value) : item));
  const inner = (body as Record<string, unknown>)[name];
  return { ...(body as object), [name]: withValue(inner, names, value) };
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
