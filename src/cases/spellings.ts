/** A way to write a JSON value that is valid but not the plainest (RFC 8259). */
export interface Spelling {
  title: string;
  write(value: unknown): string;
}

/** The JSON text of `value` in the spelling `id`; the plainest if there is none. Throws for an unknown id. */
export function spell(value: unknown, id?: string): string {
  if (id === undefined) return JSON.stringify(value);
  const spelling = SPELLINGS[id];
  if (!spelling) throw new Error(`No spelling of JSON is called "${id}".`);
  return spelling.write(value);
}

interface Style {
  /** Text between the quotes. */
  text?: (text: string) => string;
  /** The same for the names of members; default: as other texts. */
  name?: (text: string) => string;
  number?: (value: number) => string;
  reversed?: true;
  /** Stands between any two tokens, and around them all. */
  between?: string;
}

const unit = (code: number, at: number): string => {
  const hex = code.toString(16).padStart(4, '0');
  // Hexadecimal digits may be small or capital.
  return `\\u${at % 2 === 0 ? hex : hex.toUpperCase()}`;
};

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => unit(text.charCodeAt(at), at)).join('');

const plain = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Escapes what `pattern` finds in a text, by code units; the rest is written plainly. */
const escaping =
  (pattern: RegExp) =>
  (text: string): string =>
    text
      .split(pattern)
      .map((part, at) => (at % 2 === 1 ? escaped(part) : plain(part)))
      .join('');

const slashes = (text: string): string => plain(text).replaceAll('/', '\\/');

/** `2.0483e+4` for 20483. */
const exponent = (value: number): string => value.toExponential();

const fraction = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

/** Spellings of the same value, each unusual in one respect; `every-way`: in all that go together. */
export const SPELLINGS: Record<string, Spelling> = {
  'escaped-letters': spelling('letters written as \\u escapes', { text: escaping(/([A-Za-z]+)/) }),
  'escaped-pairs': spelling('whatever is not ASCII written as \\u escapes, surrogate pairs included', {
    text: escaping(/([^\0-\x7f]+)/),
  }),
  // Programs that look for a member by its name in the text find it here, and what follows is escaped.
  'escaped-values': spelling('every character of the values written as a \\u escape, and plain names', {
    text: escaped,
    name: plain,
  }),
  'escaped-slashes': spelling('slashes written as \\/', { text: slashes }),
  exponent: spelling('numbers with an exponent', { number: exponent }),
  'capital-exponent': spelling('numbers with a capital exponent', {
    number: (value) => exponent(value).toUpperCase(),
  }),
  'negative-exponent': spelling('numbers with a negative exponent', {
    number: (value) => `${value * 1000}e-3`,
  }),
  'line-feed-before': {
    title: 'a line feed before the body',
    write: (value) => `\n${JSON.stringify(value)}`,
  },
  fraction: spelling('whole numbers with a fraction of zero', { number: fraction }),
  'white-space': spelling('whitespace between and around the tokens', { between: ' \t\r\n' }),
  'wide-white-space': spelling('hundreds of blanks between and around the tokens', {
    between: ' '.repeat(600),
  }),
  reversed: spelling('members in reversed order', { reversed: true }),
  'every-way': spelling('every character escaped, numbers with an exponent, whitespace, members reversed', {
    text: escaped,
    number: exponent,
    reversed: true,
    between: '\n ',
  }),
};

function spelling(title: string, style: Style): Spelling {
  return { title, write: (value) => `${style.between ?? ''}${write(value, style)}${style.between ?? ''}` };
}

function write(value: unknown, style: Style): string {
  const { text = plain, name: nameText = text, number = String, reversed, between = '' } = style;
  if (typeof value === 'string') return `"${text(value)}"`;
  if (typeof value === 'number') return number(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((item) => write(item, style))
    : Object.entries(value).map(
        ([name, member]) => `"${nameText(name)}"${between}:${between}${write(member, style)}`,
      );
  if (reversed && !isList) members.reverse();
  const inside = members.join(`${between},${between}`);
  return `${isList ? '[' : '{'}${between}${inside}${between}${isList ? ']' : '}'}`;
}
