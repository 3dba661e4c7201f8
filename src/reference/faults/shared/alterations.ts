/** A way in which texts are altered on their way. */
export interface Alteration {
  name: string;
  /** What the texts do. */
  what: string;
  alter: (text: string) => string;
  /** They are still the same by every lenient comparison. */
  normalizes?: true;
  /** It befalls the texts of users, and not those of employees. */
  usersOnly?: true;
}

export const ALTERATIONS: readonly Alteration[] = [
  {
    name: 'ascii-only',
    what: 'have question marks in place of letters beyond ASCII',
    alter: (text) => text.replace(/[^\t-~]/gu, '?'),
  },
  {
    name: 'blanks-collapsed',
    what: 'have one blank, or one empty line, in place of several',
    alter: (text) => text.replace(/ {2,}/g, ' ').replace(/\n{3,}/g, '\n\n'),
  },
  { name: 'backslashes-dropped', what: 'lose their backslashes', alter: (text) => text.replaceAll('\\', '') },
  { name: 'cut-at-1000', what: 'end after 1000 letters', alter: (text) => text.slice(0, 1000) },
  {
    name: 'cut-at-32768',
    what: 'end after 32768 letters',
    alter: (text) => text.slice(0, 32_768),
  },
  {
    name: 'cut-at-65535-bytes',
    what: 'end after 65535 bytes',
    alter: (text) => Buffer.from(text).subarray(0, 65_535).toString(),
  },
  { name: 'cut-at-255', what: 'end after 255 letters', alter: (text) => text.slice(0, 255) },
  {
    name: 'dollars-halved',
    what: 'have one dollar sign in place of two, as a pattern that is put in has',
    alter: (text) => text.replaceAll('$$', () => '$'),
  },
  {
    name: 'zeros-dropped',
    what: 'are empty where they are a zero alone',
    alter: (text) => (text === '0' ? '' : text),
  },
  {
    name: 'nulls-dropped',
    what: 'are empty where they say null',
    alter: (text) => (text === 'null' ? '' : text),
  },
  {
    name: 'commands-dropped',
    what: 'are lost where they begin with a slash, as a command does',
    alter: (text) => text.replace(/^\/.*/s, ''),
  },
  {
    name: 'opt-outs-dropped',
    what: 'are lost where they are the word that ends a subscription',
    alter: (text) => (/^(stop|quit|unsubscribe)$/i.test(text) ? '' : text),
  },
  {
    name: 'quotations-cut',
    what: 'lose quoted lines and whatever stands below a signature',
    alter: (text) => text.replace(/^>.*\n/gm, '').replace(/^-- ?\n.*/ms, ''),
  },
  {
    name: 'numbers-masked',
    what: 'have asterisks in place of what looks like the number of a card',
    alter: (text) => text.replace(/\b(?:\d{4} ?){3}\d{4}\b/g, '****'),
  },
  {
    name: 'addresses-masked',
    what: 'lose what looks like an address of mail',
    alter: (text) => text.replace(/[\w.]+@[\w.]+/g, ''),
  },
  {
    name: 'quotes-straightened',
    what: 'have plain quotes in place of curly ones',
    alter: (text) => text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'"),
  },
  {
    name: 'runs-shortened',
    what: 'have three of a letter that is repeated ten times',
    alter: (text) => text.replace(/([a-z!])\1{9,}/g, '$1$1$1'),
  },
  {
    name: 'percents-halved',
    what: 'have one percent sign in place of two, as a format has',
    alter: (text) => text.replaceAll('%%', '%'),
  },
  {
    name: 'marks-dropped',
    what: 'lose the marks of direction and the mark of byte order',
    alter: (text) => text.replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, ''),
  },
  {
    name: 'private-use-dropped',
    what: 'lose characters of private use',
    alter: (text) => text.replace(/[\uE000-\uF8FF]/g, ''),
  },
  {
    name: 'rare-letters-dropped',
    what: 'lose letters of the second and third plane',
    alter: (text) => text.replace(/[\u{20000}-\u{3ffff}]/gu, ''),
  },
  {
    name: 'wide-blanks-plain',
    what: 'have plain blanks in place of wide and narrow ones',
    alter: (text) => text.replace(/[\u2000-\u200A\u202F\u3000]/g, ' '),
  },
  {
    name: 'emoji-dropped',
    what: 'lose what lies beyond the basic plane',
    alter: (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  },
  {
    name: 'entities-decoded',
    what: 'have signs in place of entities of HTML',
    alter: (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<'),
    usersOnly: true,
  },
  { name: 'form-decoded', what: 'are decoded as in a form', alter: (text) => text.replaceAll('+', ' ') },
  {
    name: 'html-escaped',
    what: 'have entities of HTML in place of signs',
    alter: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  },
  {
    name: 'ligatures-resolved',
    what: 'have plain letters in place of ligatures and wide ones',
    alter: (text) => text.normalize('NFKD').normalize('NFC'),
  },
  {
    name: 'line-ends-unified',
    what: 'have line feeds alone where there was a carriage return before them',
    alter: (text) => text.replaceAll('\r\n', '\n'),
    normalizes: true,
  },
  {
    name: 'lines-joined',
    what: 'have blanks in place of line breaks',
    alter: (text) => text.replace(/\s+/g, ' '),
  },
  {
    name: 'of-digits-as-numbers',
    what: 'are numbers where they are digits alone',
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
    what: 'are read with another encoding',
    alter: (text) => Buffer.from(text, 'utf8').toString('latin1'),
  },
  { name: 'trimmed', what: 'lose the blanks at their ends', alter: (text) => text.trim(), normalizes: true },
  {
    name: 'unicode-composed',
    what: 'have their letters composed with the accents that follow them',
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
