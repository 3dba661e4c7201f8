/** A way in which texts are altered in transit. */
export interface Alteration {
  name: string;
  /** What happens to the texts, as a predicate. */
  what: string;
  alter: (text: string) => string;
  /** Every lenient comparison still finds the texts equal. */
  normalizes?: true;
  /** Only users' texts are altered, not those of employees. */
  usersOnly?: true;
  /** It needs a text that is nothing but a number, a word or an address. */
  shortOnly?: true;
}

export const ALTERATIONS: readonly Alteration[] = [
  {
    name: 'ascii-only',
    what: 'have question marks instead of non-ASCII letters',
    alter: (text) => text.replace(/[^\t-~]/gu, '?'),
  },
  {
    name: 'blanks-collapsed',
    what: 'have several spaces or empty lines collapsed into one',
    alter: (text) => text.replace(/ {2,}/g, ' ').replace(/\n{3,}/g, '\n\n'),
  },
  { name: 'backslashes-dropped', what: 'lose their backslashes', alter: (text) => text.replaceAll('\\', '') },
  { name: 'cut-at-1000', what: 'are cut after 1000 characters', alter: (text) => text.slice(0, 1000) },
  {
    name: 'cut-at-32768',
    what: 'are cut after 32768 characters',
    alter: (text) => text.slice(0, 32_768),
  },
  {
    name: 'cut-at-65535-bytes',
    what: 'are cut after 65535 bytes',
    alter: (text) => Buffer.from(text).subarray(0, 65_535).toString(),
  },
  { name: 'cut-at-255', what: 'are cut after 255 characters', alter: (text) => text.slice(0, 255) },
  {
    name: 'dollars-halved',
    what: 'have $$ replaced by $, as in a replacement pattern',
    alter: (text) => text.replaceAll('$$', () => '$'),
  },
  {
    name: 'zeros-dropped',
    what: 'are empty if they are just a zero',
    alter: (text) => (text === '0' ? '' : text),
  },
  {
    name: 'nulls-dropped',
    what: 'are empty if they are the word null',
    alter: (text) => (text === 'null' ? '' : text),
  },
  {
    name: 'trimmed-by-byte',
    what: 'lose the bytes of a no-break space at their end, which other letters have too',
    alter: (text) => {
      const bytes = Buffer.from(text);
      const kept = bytes.findLastIndex((byte) => byte !== 0xa0 && byte !== 0xc2);
      return bytes.subarray(0, kept + 1).toString();
    },
  },
  {
    name: 'codes-masked',
    what: 'are asterisks if they are a number of four to six digits, as codes are',
    alter: (text) => (/^\d{4,6}$/.test(text) ? '*'.repeat(text.length) : text),
    shortOnly: true,
  },
  {
    name: 'words-of-logic-lower-cased',
    what: 'are in lower case if they are a word such as Yes or None',
    alter: (text) => (/^(yes|no|none|nan|true|false)$/i.test(text) ? text.toLowerCase() : text),
    shortOnly: true,
  },
  {
    name: 'numbers-shortened',
    what: 'lose the first digit of numbers with five digits',
    alter: (text) => text.replace(/(?<![\w-])\d(\d{4})(?![\w-])/g, '$1'),
  },
  {
    name: 'dots-doubled',
    what: 'have a second dot at the beginning of lines that begin with one, as in mail',
    alter: (text) => text.replace(/\n\./g, '\n..'),
  },
  {
    name: 'line-separators-dropped',
    what: 'lose their line and paragraph separators',
    alter: (text) => text.replace(/[\u2028\u2029]/g, ''),
  },
  {
    name: 'commands-dropped',
    what: 'are lost if they begin with a slash, like a command',
    alter: (text) => text.replace(/^\/.*/s, ''),
  },
  {
    name: 'opt-outs-dropped',
    what: 'are lost if they are a word that ends a subscription',
    alter: (text) => (/^(stop|quit|unsubscribe)$/i.test(text) ? '' : text),
  },
  {
    name: 'quotations-cut',
    what: 'lose quoted lines and anything below a signature',
    alter: (text) => text.replace(/^>.*\n/gm, '').replace(/^-- ?\n.*/ms, ''),
  },
  {
    name: 'numbers-masked',
    what: 'have asterisks instead of what looks like a card number',
    alter: (text) => text.replace(/\b(?:\d{4} ?){3}\d{4}\b/g, '****'),
  },
  {
    name: 'addresses-masked',
    what: 'lose what looks like an email address',
    alter: (text) => text.replace(/(?<![\w.])[\w.]+@[\w.]+/g, ''),
  },
  {
    name: 'quotes-straightened',
    what: 'have straight quotes instead of curly ones',
    alter: (text) => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'"),
  },
  {
    name: 'runs-shortened',
    what: 'have letters that repeat ten times shortened to three',
    alter: (text) => text.replace(/([a-z!])\1{9,}/g, '$1$1$1'),
  },
  {
    name: 'percents-halved',
    what: 'have %% replaced by %, as in a format string',
    alter: (text) => text.replaceAll('%%', '%'),
  },
  {
    name: 'marks-dropped',
    what: 'lose directional marks and byte order marks',
    alter: (text) => text.replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, ''),
  },
  {
    name: 'private-use-dropped',
    what: 'lose private-use characters',
    alter: (text) => text.replace(/[\uE000-\uF8FF]/g, ''),
  },
  {
    name: 'rare-letters-dropped',
    what: 'lose characters of the second and third plane',
    alter: (text) => text.replace(/[\u{20000}-\u{3ffff}]/gu, ''),
  },
  {
    name: 'letters-of-one-script-dropped',
    what: 'lose their Armenian letters',
    alter: (text) => text.replace(/\p{Script=Armenian}/gu, ''),
  },
  {
    name: 'arrows-spelled',
    what: 'have arrows of ASCII signs',
    alter: (text) => text.replaceAll('→', '->'),
  },
  {
    name: 'wide-blanks-plain',
    what: 'have ordinary spaces instead of wide and narrow ones',
    alter: (text) => text.replace(/[\u2000-\u200A\u202F\u3000]/g, ' '),
  },
  {
    name: 'emoji-dropped',
    what: 'lose everything outside the basic plane',
    alter: (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  },
  {
    name: 'entities-decoded',
    what: 'have HTML entities decoded',
    alter: (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<'),
    usersOnly: true,
  },
  { name: 'form-decoded', what: 'are decoded like form data', alter: (text) => text.replaceAll('+', ' ') },
  {
    name: 'html-escaped',
    what: 'have HTML entities instead of special characters',
    alter: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  },
  {
    name: 'ligatures-resolved',
    what: 'have plain letters instead of ligatures and full-width ones',
    alter: (text) => text.normalize('NFKD').normalize('NFC'),
  },
  {
    name: 'line-ends-unified',
    what: 'have line feeds instead of carriage return and line feed',
    alter: (text) => text.replaceAll('\r\n', '\n'),
    normalizes: true,
  },
  {
    name: 'lines-joined',
    what: 'have spaces instead of line breaks',
    alter: (text) => text.replace(/\s+/g, ' '),
  },
  {
    name: 'of-digits-as-numbers',
    what: 'are read as numbers if they consist of digits',
    alter: (text) => (/^\d+$/.test(text) ? String(Number(text)) : text),
    usersOnly: true,
  },
  {
    name: 'placeholders-filled',
    what: 'lose what looks like a placeholder',
    alter: (text) => text.replace(/\{\w+\}/g, ''),
    usersOnly: true,
  },
  {
    name: 'read-as-latin-1',
    what: 'are decoded as Latin-1',
    alter: (text) => Buffer.from(text, 'utf8').toString('latin1'),
  },
  {
    name: 'trimmed',
    what: 'lose leading and trailing spaces',
    alter: (text) => text.trim(),
    normalizes: true,
  },
  {
    name: 'unicode-composed',
    what: 'have letters and combining accents composed',
    alter: (text) => text.normalize('NFC'),
    normalizes: true,
  },
];

/** The text with the alteration of this name. */
export function alter(name: string, text: string): string {
  return ALTERATIONS.find((alteration) => alteration.name === name)?.alter(text) ?? text;
}

/** The fields with each value changed. */
export function mapFields(
  fields: Record<string, unknown>,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}

/** The fields with every text among them changed. */
export function mapTexts(
  fields: Record<string, unknown>,
  change: (text: string, name: string) => string,
): Record<string, unknown> {
  return mapFields(fields, (value, name) => (typeof value === 'string' ? change(value, name) : value));
}
