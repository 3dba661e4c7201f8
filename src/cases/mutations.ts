/** Ways to break or bend a valid JSON text. Each changes exactly one thing. */
export interface Mutation {
  title: string;
  apply(json: string): Uint8Array | string;
  /** The standard leaves it to the parser: the answer fills a gap. */
  leeway?: true;
  /** Still valid JSON, but not an object. */
  whole?: true;
}

/** The bytes that the valid `json` becomes under the mutation `id`. Throws for an unknown id. */
export function mutate(id: string, json: string): Uint8Array {
  const mutation = MUTATIONS[id];
  if (!mutation) throw new Error(`No JSON mutation is called "${id}".`);
  const result = mutation.apply(json);
  return typeof result === 'string' ? Buffer.from(result, 'utf8') : result;
}

/** First member of the object with its parts, for mutations that need a place inside. */
function firstMember(json: string): { open: string; key: string; rest: string } {
  const match = /^\{("[^"]*"):([\s\S]*)/.exec(json);
  if (!match) throw new Error('The valid text must be a JSON object with at least one member.');
  return { open: '{', key: match[1] as string, rest: match[2] as string };
}

const insertFirst = (json: string, member: string): string => `{${member},${json.slice(1)}`;
const insertLast = (json: string, member: string): string => `${json.slice(0, -1)},${member}}`;

/** Puts raw bytes into the first string value. */
function intoFirstValue(json: string, bytes: number[]): Uint8Array {
  const at = json.indexOf(':"') + 2;
  return Buffer.concat([Buffer.from(json.slice(0, at)), Buffer.from(bytes), Buffer.from(json.slice(at))]);
}

/** Malformed by RFC 8259 unless `leeway` or `whole`. The member names belong to no operation: the text must not parse at all. */
export const MUTATIONS: Record<string, Mutation> = {
  'no-closing-brace': { title: 'the closing brace is missing', apply: (json) => json.slice(0, -1) },
  'no-opening-brace': { title: 'the opening brace is missing', apply: (json) => json.slice(1) },
  'cut-in-half': {
    title: 'the text is cut off in the middle',
    apply: (json) => json.slice(0, Math.ceil(json.length / 2)),
  },
  'closing-brace-too-many': {
    title: 'a closing brace too many',
    apply: (json) => `${json}}`,
  },
  'closing-bracket-too-many': {
    title: 'a closing bracket after the document',
    apply: (json) => `${json}]`,
  },
  'trailing-comma': { title: 'a comma before the closing brace', apply: (json) => `${json.slice(0, -1)},}` },
  'trailing-comma-inside': {
    title: 'a comma before the closing brace of an inner object',
    apply: (json) => (json.endsWith('}}') ? `${json.slice(0, -2)},}}` : insertLast(json, '"x":{"y":1,}')),
  },
  'leading-comma': { title: 'a comma after the opening brace', apply: (json) => `{,${json.slice(1)}` },
  'double-comma': { title: 'two commas between members', apply: (json) => insertFirst(json, '"x":1,') },
  'missing-comma': { title: 'no comma between members', apply: (json) => `{"x":1 ${json.slice(1)}` },
  'missing-colon': {
    title: 'no colon after a name',
    apply: (json) => {
      const { open, key, rest } = firstMember(json);
      return `${open}${key} ${rest}`;
    },
  },
  'equals-sign': {
    title: 'an equals sign instead of a colon',
    apply: (json) => {
      const { open, key, rest } = firstMember(json);
      return `${open}${key}=${rest}`;
    },
  },
  'unquoted-name': {
    title: 'a name without quotes',
    apply: (json) => {
      const { open, key, rest } = firstMember(json);
      return `${open}${key.slice(1, -1)}:${rest}`;
    },
  },
  'single-quotes': {
    title: 'a name in single quotes',
    apply: (json) => {
      const { open, key, rest } = firstMember(json);
      return `${open}'${key.slice(1, -1)}':${rest}`;
    },
  },
  'line-comment': { title: 'a line comment', apply: (json) => `{// note\n${json.slice(1)}` },
  'block-comment': { title: 'a block comment', apply: (json) => `{/* note */${json.slice(1)}` },
  'hash-comment': { title: 'a comment with #', apply: (json) => `{# note\n${json.slice(1)}` },
  'not-a-number': { title: 'the value NaN', apply: (json) => insertLast(json, '"x":NaN') },
  infinity: { title: 'the value Infinity', apply: (json) => insertLast(json, '"x":Infinity') },
  undefined: { title: 'the value undefined', apply: (json) => insertLast(json, '"x":undefined') },
  'capital-literal': { title: 'the literal True', apply: (json) => insertLast(json, '"x":True') },
  'leading-zero': { title: 'a number with a leading zero', apply: (json) => insertLast(json, '"x":012') },
  'plus-sign': { title: 'a number with a plus sign', apply: (json) => insertLast(json, '"x":+1') },
  'hex-number': { title: 'a hexadecimal number', apply: (json) => insertLast(json, '"x":0x1F') },
  'bare-fraction': { title: 'a number that ends in a point', apply: (json) => insertLast(json, '"x":1.') },
  'leading-point': {
    title: 'a number that begins with a point',
    apply: (json) => insertLast(json, '"x":.5'),
  },
  'unknown-escape': {
    title: 'an unknown escape in a string',
    apply: (json) => insertLast(json, '"x":"\\q"'),
  },
  'hex-escape': {
    title: 'an escape of two hexadecimal digits in a string',
    apply: (json) => insertLast(json, '"x":"\\x41"'),
  },
  'escaped-single-quote': {
    title: 'an escaped single quote in a string',
    apply: (json) => insertLast(json, '"x":"\\\'"'),
  },
  'braced-unicode-escape': {
    title: 'a Unicode escape in braces',
    apply: (json) => insertLast(json, '"x":"\\u{41}"'),
  },
  'octal-escape': {
    title: 'an octal escape in a string',
    apply: (json) => insertLast(json, '"x":"\\101"'),
  },
  'line-continuation': {
    title: 'a backslash before a line break in a string',
    apply: (json) => insertLast(json, '"x":"a\\\nb"'),
  },
  'short-unicode-escape': {
    title: 'a Unicode escape that is too short',
    apply: (json) => insertLast(json, '"x":"\\u12"'),
  },
  'raw-control': {
    title: 'a raw control character in a string',
    apply: (json) => insertLast(json, '"x":"a\u0001b"'),
  },
  'raw-newline': { title: 'a raw line break in a string', apply: (json) => insertLast(json, '"x":"a\nb"') },
  'raw-tab': { title: 'a raw tab in a string', apply: (json) => insertLast(json, '"x":"a\tb"') },
  'trailing-nul': { title: 'a zero byte after the document', apply: (json) => `${json}\0` },
  'open-string': {
    title: 'a string without its closing quote',
    apply: (json) => `${json.slice(0, -1)},"x":"open}`,
  },
  'open-array': {
    title: 'an array without its closing bracket',
    apply: (json) => insertLast(json, '"x":[1'),
  },
  'no-break-space-before': {
    title: 'a no-break space before the document',
    apply: (json) => `\u00A0${json}`,
  },
  'line-separator-after': {
    title: 'a line separator after the document',
    apply: (json) => `${json}\u2028`,
  },
  'form-feed-after': { title: 'a form feed after the document', apply: (json) => `${json}\f` },
  'vertical-tab-before': {
    title: 'a vertical tab before the document',
    apply: (json) => `\v${json}`,
  },
  'second-document': { title: 'a second document after the first', apply: (json) => `${json}{}` },
  'second-document-on-new-line': {
    title: 'a second document on a line of its own',
    apply: (json) => `${json}\n{}`,
  },
  'trailing-semicolon': { title: 'a semicolon after the document', apply: (json) => `${json};` },
  'in-parentheses': { title: 'the document in parentheses', apply: (json) => `(${json})` },
  'function-call': { title: 'the document in a function call', apply: (json) => `callback(${json})` },
  'trailing-text': { title: 'text after the document', apply: (json) => `${json} end` },
  'form-encoded': { title: 'form data instead of JSON', apply: () => 'a=1&b=2' },
  'bare-word': { title: 'a bare word', apply: () => 'hello' },
  'invalid-utf-8': { title: 'a byte that is not UTF-8', apply: (json) => intoFirstValue(json, [0xff]) },
  'invalid-utf-8-at-end': {
    title: 'a byte that is not UTF-8 in the last value',
    apply: (json) => {
      const end = json.lastIndexOf('"');
      return Buffer.concat([
        Buffer.from(json.slice(0, end)),
        Buffer.from([0xff]),
        Buffer.from(json.slice(end)),
      ]);
    },
  },
  'overlong-utf-8': {
    title: 'an overlong UTF-8 sequence',
    apply: (json) => intoFirstValue(json, [0xc0, 0xaf]),
  },
  'encoded-surrogate': {
    title: 'half a surrogate pair in UTF-8',
    apply: (json) => intoFirstValue(json, [0xed, 0xa0, 0x80]),
  },
  'cut-utf-8-after': {
    title: 'the beginning of a UTF-8 sequence after the document',
    apply: (json) => Buffer.concat([Buffer.from(json), Buffer.from([0xe2, 0x82])]),
  },
  'utf-16': {
    title: 'UTF-16 instead of UTF-8',
    apply: (json) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(json, 'utf16le')]),
  },

  'byte-order-mark': {
    title: 'a byte order mark before the document',
    leeway: true,
    apply: (json) => `\uFEFF${json}`,
  },
  'duplicate-name': {
    title: 'a name given twice with the same value',
    leeway: true,
    apply: (json) => {
      const { key, rest } = firstMember(json);
      const [text] = /^"(?:[^"\\]|\\.)*"/.exec(rest) ?? [];
      return text === undefined ? json : `{${key}:${text},${json.slice(1)}`;
    },
  },
  'deep-nesting': {
    title: 'an unknown field nested 600 deep',
    leeway: true,
    apply: (json) => insertLast(json, `"x":${'['.repeat(600)}${']'.repeat(600)}`),
  },
  'huge-number': {
    title: 'a number beyond double range',
    leeway: true,
    apply: (json) => insertLast(json, '"x":1e999'),
  },
  'lone-surrogate': {
    title: 'an escaped lone surrogate',
    leeway: true,
    apply: (json) => insertLast(json, '"x":"\\ud800"'),
  },

  'in-string': {
    title: 'a string that holds the object',
    whole: true,
    apply: (json) => JSON.stringify(json),
  },
  'in-array': { title: 'an array that holds the object', whole: true, apply: (json) => `[${json}]` },
};
