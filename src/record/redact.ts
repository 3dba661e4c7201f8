/** Replaces every secret by the mask, in each spelling that a response or a message may carry it in. */
export type Redactor = <T>(value: T) => T;

/** Shorter ones stay: masking them would blank out ordinary words. */
const SHORTEST_SECRET = 4;
/** Units of a secret that may precede a cut. */
const LEAST_CUT = 8;

/**
 * Makes a redactor for the secrets given; the walk covers all strings of a value, keys of objects included. Nothing is
 * changed in place: what holds a secret is copied, the rest is handed back as it is, so that a large record is not held
 * twice. What is left of a secret at the end of a text, or before the mark `…`, goes as well: texts are cut.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const spellings = [...new Set(secrets)]
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap(spellingsOf)
    .filter(({ length }) => length >= SHORTEST_SECRET);
  if (spellings.length === 0) return (value) => value;
  const heads = new HeadIndex(spellings);
  const clean = new Set<string>();
  const dirty = new Map<string, string>();
  const maskText = (text: string): string => {
    if (clean.has(text)) return text;
    const known = dirty.get(text);
    if (known !== undefined) return known;
    const masked = mask(text, heads);
    if (masked !== text) {
      if (text.length <= LONG && dirty.size < MOST_DIRTY) dirty.set(text, masked);
    } else if (text.length <= SHORT_TEXT && clean.size < MOST_KNOWN) clean.add(text);
    return masked;
  };
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return maskedList(value, redact);
    if (typeof value === 'object' && value !== null) return maskedObject(value, redact);
    return value;
  };
  return redact as Redactor;
}

/** Names and codes recur: this many short texts are remembered as holding no secret. */
const SHORT_TEXT = 64;
const MOST_KNOWN = 4_096;
/** So do the addresses of requests, which contain the key. */
const LONG = 256;
const MOST_DIRTY = 512;

function maskedList(list: readonly unknown[], redact: (value: unknown) => unknown): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (let at = 0; at < list.length; at += 1) {
    const masked = redact(list[at]);
    if (masked === list[at]) continue;
    copy ??= [...list];
    copy[at] = masked;
  }
  return copy ?? list;
}

function maskedObject(object: object, redact: (value: unknown) => unknown): object {
  const before = object as Record<string, unknown>;
  const keys = Object.keys(before);
  let entries: [string, unknown][] | null = null;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as string;
    const held = before[key];
    const name = redact(key) as string;
    const value = redact(held);
    if (entries === null && name === key && value === held) continue;
    entries ??= keys.slice(0, at).map((same) => [same, before[same]]);
    entries.push([name, value]);
  }
  return entries ? Object.fromEntries(entries) : object;
}

function mask(text: string, heads: HeadIndex): string {
  let masked = '';
  let done = 0;
  for (let at = heads.next(text, 0); at >= 0; ) {
    const found = longestAt(text, at, heads);
    if (found.length > 0) {
      const start = isNoEscape(text, at, found, heads) ? at + 1 : at;
      masked += `${text.slice(done, start)}${KEY_MASK}`;
      done = at + found.length;
    }
    at = heads.next(text, Math.max(done, at + 1));
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** How much of a secret is at a place; a length of 0: none of it. */
interface Found {
  length: number;
  units: number;
}

const NOTHING: Found = { length: 0, units: 0 };

function longestAt(text: string, at: number, heads: HeadIndex): Found {
  const all = heads.candidates(text, at).map((spelling) => foundAt(text, at, spelling));
  return all.reduce((longest, found) => (found.length > longest.length ? found : longest), NOTHING);
}

/**
 * Of a secret that begins with 39 a part is a secret as well, the one without the 3: in `key=39…` the sign belongs to the
 * text, and `=39` is not an escape of a 9.
 */
function isNoEscape(text: string, at: number, { length, units }: Found, heads: HeadIndex): boolean {
  if (!/[=%]/.test(text[at] ?? '')) return false;
  const later = longestAt(text, at + 1, heads);
  return later.length === length - 1 && later.units > units;
}

/** The secret at a place, whole or cut. */
function foundAt(text: string, start: number, spelling: Spelling): Found {
  let at = start;
  let before = start;
  let units = 0;
  for (const ways of spelling) {
    const length = lengthAt(text, at, ways);
    if (length === 0) break;
    before = at;
    at += length;
    units += 1;
  }
  if (units === spelling.length) return { length: at - start, units };
  if (units < LEAST_CUT) return NOTHING;
  // The last character may begin an escape: a percent sign is a character as well.
  const cut = [at, before].find((place) => isCut(text, place));
  return cut === undefined ? NOTHING : { length: endOfCut(text, cut) - start, units };
}

/** Length of the first spelling of a unit at a place; 0: there is none. */
function lengthAt(text: string, at: number, ways: Spelling[number]): number {
  // A loop, because millions of places are checked, and a function call for each would be most of the work.
  for (const way of ways) if (standsAt(text, at, way)) return way.length;
  return 0;
}

/** Whether a spelling, given in lower case, is at a place, regardless of case. */
function standsAt(text: string, at: number, way: string): boolean {
  for (let index = 0; index < way.length; index += 1) {
    const code = text.charCodeAt(at + index);
    // Outside ASCII, the lower case of one character may be several.
    if (code > LAST_ASCII) return text.slice(at, at + way.length).toLowerCase() === way;
    const small = code >= CAPITAL_A && code <= CAPITAL_Z ? code + TO_SMALL : code;
    if (small !== way.charCodeAt(index)) return false;
  }
  return true;
}

const LAST_ASCII = 127;
const [CAPITAL_A, CAPITAL_Z, TO_SMALL] = [65, 90, 32];

/** A text ends there, perhaps in the middle of an escape. */
function isCut(text: string, at: number): boolean {
  const end = endOfCut(text, at);
  return end === text.length || text[end] === '…';
}

function endOfCut(text: string, at: number): number {
  const tail = /^[\da-fA-F]?(?:[\\%&=][\\#\w]{0,5}){0,6}/.exec(text.slice(at, at + 36))?.[0] ?? '';
  const end = at + tail.length;
  return end === text.length || text[end] === '…' ? end : at;
}

/** Replaces an authentication key wherever it was in the record; needs no escaping in a URL, a header or JSON. */
export const KEY_MASK = '[key]';

/** Characters that decide whether a spelling may begin at a place. */
const HEAD_UNITS = 3;
const BITS = 7;
const SLOTS = 1 << (HEAD_UNITS * BITS);

/**
 * Finds where a spelling may begin by a table of first characters: one lookup for each place, however many spellings there are.
 */
class HeadIndex {
  readonly #bySlot = new Map<number, Spelling[]>();
  readonly #table = new Uint8Array(SLOTS);

  constructor(spellings: readonly Spelling[]) {
    for (const spelling of spellings) {
      for (const slot of new Set(headsOf(spelling, 0, '').map((head) => slotAt(head, 0)))) {
        this.#bySlot.set(slot, [...(this.#bySlot.get(slot) ?? []), spelling]);
        this.#table[slot] = 1;
      }
    }
  }

  /** The first place from `from` on where something may begin; -1: nowhere. */
  next(text: string, from: number): number {
    let slot = 0;
    for (let at = from; at < text.length; at += 1) {
      slot = ((slot << BITS) | folded(text.charCodeAt(at))) & (SLOTS - 1);
      if (this.#table[slot] === 1 && at >= from + HEAD_UNITS - 1) return at - HEAD_UNITS + 1;
    }
    return -1;
  }

  /** What may begin there. */
  candidates(text: string, at: number): readonly Spelling[] {
    return this.#bySlot.get(slotAt(text, at)) ?? [];
  }
}

/** All ways in which a spelling may begin. */
function headsOf(spelling: Spelling, unit: number, before: string): string[] {
  if (before.length >= HEAD_UNITS) return [before.slice(0, HEAD_UNITS)];
  return (spelling[unit] ?? []).flatMap((way) => headsOf(spelling, unit + 1, before + way));
}

function slotAt(text: string, at: number): number {
  let slot = 0;
  for (let next = at; next < at + HEAD_UNITS; next += 1)
    slot = (slot << BITS) | folded(text.charCodeAt(next));
  return slot;
}

/** Lower case for capitals; all that is not ASCII counts as the same. */
function folded(code: number): number {
  if (code > 127) return 0;
  return code >= 65 && code <= 90 ? code + 32 : code;
}

/** A text as a sequence of units, each of which may be written in several ways; all in lower case. */
type Spelling = readonly (readonly string[])[];

/**
 * The ways in which a secret may come back: character by character as URLs, JSON, HTML, mail and logs escape it, in any
 * mixture, and as a whole in UTF-16, hexadecimal and base64.
 */
function spellingsOf(secret: string): Spelling[] {
  const bytes = Buffer.from(secret);
  const characters = [...secret];
  return [
    characters.map(writingsOf),
    characters.map((character) => lower([`${character}\0`, character])),
    [...bytes].map(hexesOf),
    ...[0, 1, 2].map((offset) => [...base64Core(bytes, offset)].map(base64WritingsOf)),
  ];
}

/** Secrets share their characters: each is written once. */
function remembered<Key, Value>(write: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? write(key);
    known.set(key, value);
    return value;
  };
}

const writingsOf = remembered(writings);
const hexesOf = remembered(hexes);
const base64WritingsOf = remembered(base64Writings);

function writings(character: string): string[] {
  const code = character.codePointAt(0) ?? 0;
  const octets = [...Buffer.from(character)];
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const each = (write: (octet: string) => string): string =>
    octets.map((octet) => write(hex(octet, 2))).join('');
  const units = Array.from(character, (_, at) => hex(character.charCodeAt(at), 4));
  const named = NAMED[character];
  return lower([
    character,
    each((octet) => `%${octet}`),
    each((octet) => `%25${octet}`),
    each((octet) => `=${octet}`),
    each((octet) => `\\x${octet}`),
    units.map((unit) => `\\u${unit}`).join(''),
    units.map((unit) => `\\\\u${unit}`).join(''),
    `&#${code};`,
    `&#x${hex(code, 1)};`,
    // Bytes that are not UTF-8, and headers, are read as Latin-1.
    Buffer.from(character).toString('latin1'),
    ...(/[\w]/.test(character) ? [] : [`\\${character}`, `\\\\${character}`, `\\\\\\${character}`]),
    ...(named ? [`&${named};`, `&amp;${named};`] : []),
  ]);
}

const NAMED: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

function hexes(byte: number): string[] {
  const hex = byte.toString(16).padStart(2, '0');
  return [hex, `${hex}:`, `${hex} `, `0x${hex}`];
}

function base64Writings(character: string): string[] {
  const ways = { '+': ['+', '-', '%2b'], '/': ['/', '_', '%2f', '\\/'] }[character] ?? [character];
  return lower(ways.flatMap((way) => [way, `${way}\n`, `${way}\r\n`, `${way}\\n`, `${way}\\r\\n`]));
}

/** The part of the base64 text that depends on the secret alone, when it stands `offset` bytes into the data. */
function base64Core(bytes: Buffer, offset: number): string {
  const written = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const first = offset === 0 ? 0 : offset + 1;
  return written.slice(first, Math.floor(((offset + bytes.length) * 8) / 6));
}

/** The longest way first, because it is tried first. */
function lower(ways: string[]): string[] {
  return [...new Set(ways.map((way) => way.toLowerCase()))].sort((a, b) => b.length - a.length);
}
