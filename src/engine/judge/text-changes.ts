import { differPlainly, unified } from './payload.js';
import { textEdits } from './text-edits.js';

/**
 * What became of a text on its way, the most telling first: phrases to follow "the employee sees the text". Empty: it is the
 * same, or it was changed in no way that is known.
 */
export function textChanges(sent: string, seen: string): string[] {
  if (sent === seen) return [];
  const known = knownChanges(sent, seen);
  return known.length > 0 ? known : textEdits(sent, seen);
}

/** The same, apart from changes of single characters that no service is known for. */
export function knownChanges(sent: string, seen: string): string[] {
  const [plain, due] = [unified(sent), unified(seen)];
  // It may differ besides by what services may normalize, but not by that alone.
  const explains = (changed: string | null): boolean => {
    if (changed === null || changed === sent) return false;
    if (changed === seen) return true;
    if (differPlainly(changed, seen)) return false;
    const same = unified(changed);
    return same === due && same !== plain;
  };
  const known = CHANGES.filter(({ change }) => explains(change(sent))).map(({ words }) => words);
  // What an escape at the end becomes looks like a cut.
  const decoded = percentDecoded(sent) === seen ? ['percent-decoded'] : [];
  return [...new Set([...decoded, ...cuts(sent, seen), ...known, ...additions(sent, seen)])];
}

/** Where a text was cut, if it was. One place may be told in several ways: only that of further texts settles which. */
function cuts(sent: string, seen: string): string[] {
  if (seen === '') return ['empty'];
  const [, kept = '', mark] = /^(.*?)(…|\.\.\.|\ufffd{1,3})?$/s.exec(seen) ?? [];
  if (kept.length >= sent.length || !sent.startsWith(kept) || sent.startsWith(seen) !== (mark === undefined))
    return [];
  const next = String.fromCodePoint(sent.codePointAt(kept.length) ?? 0);
  const bytes = Buffer.byteLength(kept);
  const round = roundLength(bytes, Buffer.byteLength(next));
  if (mark?.startsWith('\ufffd'))
    return [...(round === null ? [] : [`cut after ${round} bytes`]), 'cut inside a character'];
  if (mark !== undefined)
    return [`cut after ${counted(kept.length)} and an ellipsis`, 'cut short with an ellipsis'];
  // A character that ends the text wherever it stands, unless there was one before.
  const stopper = /[\p{L}\p{N} ]/u.test(next) || kept.includes(next) ? [] : [`cut at ${nameOf(next)}`];
  const ofSeveral = bytes > kept.length;
  // Languages count an emoji as one character, or as the two units of its UTF-16.
  const lengths = [...new Set([[...kept].length, kept.length])];
  const [limits, chances] = [lengths.filter(isLimit), lengths.filter((length) => !isLimit(length))];
  return [
    ...(ofSeveral && round !== null ? [`cut after ${round} bytes`] : []),
    ...limits.map(afterCharacters),
    ...stopper,
    ...chances.map(afterCharacters),
    ...(ofSeveral ? [`cut after ${bytes} bytes`] : []),
    'cut short',
  ];
}

/**
 * The length of a column or buffer that holds so many bytes and not the whole of the next character; null: none of the usual
 * ones.
 */
function roundLength(bytes: number, ofNext: number): number | null {
  const lengths = Array.from({ length: ofNext }, (_, more) => bytes + more);
  return lengths.find((length) => isPowerOfTwo(length) || isPowerOfTwo(length + 1)) ?? null;
}

/** A length that people choose, so that the text was hardly cut for what stands there. */
function isLimit(length: number): boolean {
  return length > 0 && (length % 50 === 0 || isPowerOfTwo(length) || isPowerOfTwo(length + 1));
}

function afterCharacters(length: number): string {
  return `cut after ${counted(length)}`;
}

function isPowerOfTwo(length: number): boolean {
  return length >= 64 && (length & (length - 1)) === 0;
}

function counted(length: number): string {
  return `${length} character${length === 1 ? '' : 's'}`;
}

function nameOf(character: string): string {
  return (
    NAMES[character] ??
    ((character.codePointAt(0) ?? 0) > 0xffff ? 'the first emoji' : JSON.stringify(character))
  );
}

const NAMES: Record<string, string> = {
  '\0': 'the first NUL',
  '\n': 'its first line',
  '\r': 'its first line',
};

/** Something stands around the text as it was sent. */
function additions(sent: string, seen: string): string[] {
  if (sent === '' || !seen.includes(sent)) return [];
  if (seen === sent + sent) return ['twice'];
  if (seen.startsWith(sent)) return ['with something added at its end'];
  return [
    seen.endsWith(sent) ? 'with something added at its beginning' : 'with something added on both sides',
  ];
}

interface Change {
  words: string;
  /** What a service makes of the text; null: nothing. */
  change: (text: string) => string | null;
}

/** Replaces all that fits a pattern. */
function replacing(pattern: RegExp, by: string | ((found: string) => string)): Change['change'] {
  return (text) => (typeof by === 'string' ? text.replace(pattern, by) : text.replace(pattern, by));
}

const BEYOND_ASCII = /[^\0-\x7f]/gu;
const EMOJI = /[\u{10000}-\u{10ffff}]/gu;
const TAG = /<\/?[a-z!][^>]*>?/gi;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What services do to texts, the likelier first. */
const CHANGES: readonly Change[] = [
  { words: 'without its leading and trailing spaces', change: (text) => text.trim() },
  { words: 'without its trailing spaces', change: (text) => text.trimEnd() },
  { words: 'without its leading spaces', change: (text) => text.trimStart() },
  { words: 'with different line ends', change: replacing(/\r\n/g, '\n') },
  { words: 'with different line ends', change: replacing(/\r?\n/g, '\r\n') },
  { words: 'in lower case', change: (text) => text.toLowerCase() },
  { words: 'in upper case', change: (text) => text.toUpperCase() },
  { words: 'with a capital at its beginning', change: replacing(/^./u, (first) => first.toUpperCase()) },
  {
    words: 'with a capital at the beginning of each word',
    change: replacing(/(?<![\p{L}\p{N}'])\p{L}/gu, (first) => first.toUpperCase()),
  },
  { words: 'with its accents composed', change: (text) => text.normalize('NFC') },
  { words: 'with its accents decomposed', change: (text) => text.normalize('NFD') },
  { words: 'with question marks in place of letters', change: replacing(BEYOND_ASCII, '?') },
  { words: 'with question marks in place of letters', change: replacing(/[^\0-\x7f]/g, '?') },
  {
    words: 'with question marks in place of letters',
    change: replacing(BEYOND_ASCII, (found) => '?'.repeat(Buffer.byteLength(found))),
  },
  { words: 'without its emoji', change: replacing(EMOJI, '') },
  { words: 'with its emoji replaced', change: replacing(EMOJI, '?') },
  { words: 'with its emoji replaced', change: replacing(EMOJI, '??') },
  { words: 'with its emoji replaced', change: replacing(EMOJI, '\ufffd') },
  { words: 'with its emoji replaced', change: replacing(EMOJI, '\ufffd\ufffd') },
  { words: 'without its variation selectors', change: replacing(/[\ufe00-\ufe0f]/g, '') },
  { words: 'without its invisible characters', change: replacing(/\p{Cf}/gu, '') },
  { words: 'without what is not ASCII', change: replacing(BEYOND_ASCII, '') },
  {
    words: 'without its accents',
    change: (text) => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC'),
  },
  { words: 'without what follows a question mark or hash', change: replacing(/[?#].*$/s, '') },
  { words: 'with its query parameters in another order', change: withSortedQuery },
  { words: 'without what follows a question mark', change: replacing(/\?.*$/s, '') },
  { words: 'escaped for HTML', change: replacing(/[&<>]/g, (found) => ENTITIES[found] ?? found) },
  ...['&#39;', '&#039;', '&apos;', "'"].map((quote) => ({
    words: 'escaped for HTML',
    change: replacing(/[&<>"']/g, (found) => ENTITIES[found] ?? quote),
  })),
  { words: 'with its HTML entities decoded', change: withoutEntities },
  { words: 'with its HTML entities decoded', change: withoutNamedEntities },
  { words: 'without what looks like HTML', change: replacing(TAG, '') },
  { words: 'without its angle brackets', change: replacing(/[<>]/g, '') },
  { words: 'with line breaks of HTML', change: replacing(/\r?\n/g, '<br>') },
  { words: 'with line breaks of HTML', change: replacing(/(\r?\n)/g, '<br />$1') },
  { words: 'percent-decoded', change: percentDecoded },
  { words: 'percent-decoded', change: (text) => percentDecoded(text.replaceAll('+', ' ')) },
  { words: 'with spaces in place of plus signs', change: replacing(/\+/g, ' ') },
  { words: 'percent-encoded', change: (text) => encoded(text, encodeURI) },
  { words: 'percent-encoded', change: (text) => encoded(text, encodeURIComponent) },
  { words: 'with its percent signs encoded again', change: replacing(/%/g, '%25') },
  { words: 'with plus signs in place of spaces', change: replacing(/ /g, '+') },
  { words: 'with backslashes added', change: replacing(/["'\\]/g, (found) => `\\${found}`) },
  { words: 'with backslashes added', change: replacing(/["\\]/g, (found) => `\\${found}`) },
  { words: 'with its quotes doubled', change: replacing(/'/g, "''") },
  { words: 'without its backslashes', change: replacing(/\\/g, '') },
  { words: 'without its backslashes', change: replacing(/\\(.)/gs, '$1') },
  { words: 'with slashes in place of backslashes', change: replacing(/\\/g, '/') },
  { words: 'without its quotes', change: replacing(/["']/g, '') },
  {
    words: 'with straight quotes',
    change: (text) => text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"'),
  },
  {
    words: 'with straight quotes',
    change: (text) => text.replace(/[\u2018-\u201a]/g, "'").replace(/[\u201c-\u201e]/g, '"'),
  },
  { words: 'with each run of spaces as one', change: replacing(/ {2,}/g, ' ') },
  { words: 'with spaces in place of its line separators', change: replacing(/[\u2028\u2029]/g, ' ') },
  { words: 'with each run of white space as one space', change: replacing(/\s+/g, ' ') },
  { words: 'without its line breaks', change: replacing(/[\r\n]+/g, '') },
  { words: 'with its lines joined by spaces', change: replacing(/\r?\n/g, ' ') },
  { words: 'with its lines joined by spaces', change: replacing(/[\r\n]+/g, ' ') },
  { words: 'with spaces in place of tabs', change: replacing(/\t/g, ' ') },
  { words: 'without its tabs', change: replacing(/\t/g, '') },
  { words: 'without its control characters', change: replacing(/\p{Cc}/gu, '') },
  { words: 'without its control characters', change: replacing(/[^\P{Cc}\t\r\n]/gu, '') },
  { words: 'with ordinary spaces only', change: replacing(/\p{Zs}/gu, ' ') },
  { words: 'with compatibility characters replaced', change: (text) => text.normalize('NFKC') },
  { words: 'with its UTF-8 read as Latin-1', change: (text) => Buffer.from(text).toString('latin1') },
  {
    words: 'with its UTF-8 read as Windows-1252',
    change: (text) => new TextDecoder('windows-1252').decode(Buffer.from(text)),
  },
  { words: 'with its replacement patterns carried out', change: (text) => 'text'.replace('text', text) },
  { words: 'with each double percent sign as one', change: replacing(/%%/g, '%') },
  { words: 'without its percent signs', change: replacing(/%/g, '') },
  { words: 'without its dollar signs', change: replacing(/\$/g, '') },
  { words: 'without what stands in braces', change: replacing(/\{[^{}]*\}/g, '') },
  { words: 'without its leading zeros', change: replacing(/^0+(?=.)/, '') },
  { words: 'reformatted as a number', change: asNumber },
  { words: 'with its digits masked', change: replacing(/\d/g, '*') },
  { words: 'with its digits masked', change: replacing(/\d/g, '#') },
  { words: 'without its digits', change: replacing(/\d/g, '') },
  { words: 'without its ending', change: replacing(/\.[^.]*$/s, '') },
  { words: 'without its folders', change: replacing(/^.*[/\\]/s, '') },
  { words: 'without its dots', change: replacing(/\./g, '') },
  { words: 'with underscores in place of spaces', change: replacing(/ /g, '_') },
  { words: 'with underscores in place of special characters', change: replacing(/[^\w.-]/g, '_') },
];

/** Null where the text has no query of several parameters. */
function withSortedQuery(text: string): string | null {
  const [, before = '', query = '', after = ''] = /^([^?#]*\?)([^#]*)(.*)$/s.exec(text) ?? [];
  const parameters = query.split('&');
  return parameters.length < 2 ? null : before + parameters.toSorted().join('&') + after;
}

function withoutEntities(text: string): string {
  const numbered = text.replace(/&#(?:(\d{1,6})|x([\da-f]{1,5}));/gi, (_, decimal, hex) =>
    String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)),
  );
  return withoutNamedEntities(numbered);
}

function withoutNamedEntities(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
  return text.replace(/&(\w+);/g, (whole, name) => names[name] ?? whole);
}

/** Every escape that can be decoded; others stay. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/** Null: a lone surrogate cannot be encoded. */
function encoded(text: string, encode: (text: string) => string): string | null {
  try {
    return encode(text);
  } catch {
    return null;
  }
}

function asNumber(text: string): string | null {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? null : String(number);
}
