/** A text as a sequence of units, each of which may be written in several ways; all in lower case. */
export type Spelling = readonly (readonly string[])[];

/**
 * The ways in which a secret may come back: character by character as URLs, JSON, HTML, mail and logs escape it, in any
 * mixture, and as a whole in UTF-16, hexadecimal and base64.
 */
export function spellingsOf(secret: string): Spelling[] {
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
