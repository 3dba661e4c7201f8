import { isObject } from '../../json.js';
import type { FaultHook, NamedFault } from './fault.js';

/** JSON parsers that accept more or less than RFC 8259, or read something else. */
export const faults: readonly NamedFault[] = [
  {
    name: 'json-block-comments',
    summary: 'Block comments are ignored',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/\/\*[\s\S]*?\*\//g, '')),
  },
  {
    name: 'json-escapes-of-javascript',
    summary: 'Strings may have the escapes of JavaScript that JSON does not have',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/\\x[0-9a-f]{2}|\\u\{[0-9a-f]+\}|\\[0-7]{3}|\\'/gi, '?')),
  },
  {
    name: 'json-control-characters',
    summary: 'Control characters may appear in strings',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
      text.replace(/[\u0000-\u001f]/g, ' '),
    ),
  },
  {
    name: 'json-extra-commas',
    summary: 'Commas without a member are ignored',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/\{,/g, '{').replace(/,{2,}/g, ',')),
  },
  {
    name: 'json-comma-in-inner-objects',
    summary: 'A comma before the closing brace of an inner object is ignored',
    kills: ['requests/malformed-trailing-comma-inside/*'],
    hook: lenient((text) => text.replace(/,\}\}/g, '}}')),
  },
  {
    name: 'json-invalid-utf-8',
    summary: 'Bytes that are not UTF-8 become question marks',
    kills: ['requests/malformed-*/*'],
    hook: () => ({ parse: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) }),
  },
  {
    name: 'json-lenient',
    summary: 'A malformed body is read as an empty object',
    kills: ['requests/malformed-*/*'],
    hook: ({ parse }) => ({
      parse(bytes) {
        try {
          return parse(bytes);
        } catch {
          return {};
        }
      },
    }),
  },
  {
    name: 'body-first-part-alone',
    summary: 'Of a body that arrives in parts only the first is read',
    kills: ['requests/in-parts/*', 'employee/in-parts/*'],
    hook: () => ({ body: ([first = new Uint8Array()]) => first }),
  },
  {
    name: 'body-parts-decoded-apart',
    summary: 'Each part of a body is decoded by itself, which spoils the characters that are cut',
    kills: ['employee/in-parts/*'],
    hook: () => ({
      body: (parts) => Buffer.from(parts.map((part) => Buffer.from(part).toString()).join('')),
    }),
  },
  {
    name: 'json-line-comments',
    summary: 'Line comments are ignored',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/(?:\/\/|#) .*\n/g, '')),
  },
  {
    name: 'json-not-a-number',
    summary: 'Literals of programming languages are accepted as values',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/:(?:NaN|Infinity|undefined|True)\b/g, ':null')),
  },
  {
    name: 'json-odd-escapes',
    summary: 'Unknown escapes are ignored',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/\\(?!["\\/bfnrt]|u[\da-f]{4})/gi, '')),
  },
  {
    name: 'json-odd-numbers',
    summary: 'Numbers may be written as in programming languages',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/:(?:0x[\dA-F]+|\+\d+|0\d+|\d+\.)(?=[,}])/gi, ':1')),
  },
  {
    name: 'json-open-end',
    summary: 'A missing closing brace is added',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => `${text}}`),
  },
  {
    name: 'json-raw-tabs',
    summary: 'A tab may appear in a string',
    kills: ['requests/malformed-raw-tab/*'],
    hook: lenient((text) => text.replace(/\t/g, ' ')),
  },
  {
    name: 'json-zero-byte-ends',
    summary: 'A zero byte ends the body',
    kills: ['requests/malformed-trailing-nul/*'],
    hook: lenient((text) => text.replace(/\0.*$/s, '')),
  },
  {
    name: 'json-trimmed-as-in-scripts',
    summary: 'Unicode white space around the document is ignored',
    kills: ['requests/malformed-{no-break-space-before,line-separator-after}/*'],
    hook: lenient((text) => text.trim()),
  },
  {
    name: 'json-form-feeds-around',
    summary: 'Form feeds and vertical tabs around the document are ignored',
    kills: ['requests/malformed-{form-feed-after,vertical-tab-before}/*'],
    hook: lenient((text) => text.replace(/^[\f\v]+|[\f\v]+$/g, '')),
  },
  {
    name: 'json-cut-sequence-dropped',
    summary: 'An incomplete UTF-8 sequence at the end of the body is ignored',
    kills: ['requests/malformed-cut-utf-8-after/*'],
    hook: dropping(/[\xc2-\xf4][\x80-\xbf]{0,2}$/),
  },
  {
    name: 'json-encoded-surrogates',
    summary: 'Surrogates encoded in UTF-8 are ignored',
    kills: ['requests/malformed-encoded-surrogate/*'],
    hook: dropping(/\xed[\xa0-\xbf][\x80-\xbf]/g),
  },
  {
    name: 'json-second-document',
    summary: 'A second document after the first is ignored',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/\}\{\}$/, '}')),
  },
  {
    name: 'json-further-lines',
    summary: 'A second document on a line of its own is not read',
    kills: ['requests/malformed-second-document-on-new-line/*'],
    hook: lenient((text) => text.replace(/\}\n\{\}$/, '}')),
  },
  {
    name: 'json-exponent-cut',
    summary: 'A number is read up to its exponent',
    kills: ['requests/means-message/*'],
    hook: ({ parse }) => ({
      parse: (bytes) =>
        parse(
          Buffer.from(
            Buffer.from(bytes)
              .toString('latin1')
              .replace(/(\d)[eE][+-]?\d+/g, '$1'),
            'latin1',
          ),
        ),
    }),
  },
  {
    name: 'json-invalid-utf-8-in-last-value',
    summary: 'A byte that is not UTF-8 is dropped from the last value of a body',
    kills: ['requests/malformed-invalid-utf-8-at-end/*'],
    hook: dropping(/\xff(?="\}*$)/),
  },
  {
    name: 'json-single-quotes',
    summary: 'Names may be in single quotes',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/'([^'"]*)':/g, '"$1":')),
  },
  {
    name: 'json-trailing-comma',
    summary: 'A comma before a closing brace is ignored',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/,\s*\}/g, '}')),
  },
  {
    name: 'json-trailing-text',
    summary: 'Text after the document is ignored',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.slice(0, text.lastIndexOf('}') + 1)),
  },
  {
    name: 'json-unquoted-names',
    summary: 'Names need no quotes',
    kills: ['requests/malformed-*/*'],
    hook: lenient((text) => text.replace(/([{,])([a-z_]\w*):/gi, '$1"$2":')),
  },
  {
    name: 'json-utf-16',
    summary: 'UTF-16 is accepted',
    kills: ['requests/malformed-*/*'],
    hook: ({ parse }) => ({
      parse: (bytes) =>
        bytes[0] === 0xff && bytes[1] === 0xfe
          ? JSON.parse(new TextDecoder('utf-16le').decode(bytes))
          : parse(bytes),
    }),
  },
  {
    name: 'falsy-body-empty',
    summary: 'A body that many languages take for false counts as empty',
    kills: ['requests/non-object-{zero,false,empty-string}/*'],
    hook: ({ row }) => ({
      row(due, call) {
        const text = Buffer.from(call.bytes ?? []).toString();
        const none = ['0', 'false', '""'].includes(text) ? call.rules?.row('empty-body') : undefined;
        return row(none ?? due, call);
      },
    }),
  },
  {
    name: 'array-unwrapped',
    summary: 'An array that holds one object is read as that object',
    kills: ['requests/non-object-in-array/*'],
    hook: ({ parse }) => ({
      parse(bytes) {
        const value = parse(bytes);
        return Array.isArray(value) && value.length === 1 ? value[0] : value;
      },
    }),
  },
  {
    name: 'string-unwrapped',
    summary: 'A string that holds an object is read as that object',
    kills: ['requests/non-object-in-string/*'],
    hook: ({ parse }) => ({
      parse(bytes) {
        const value = parse(bytes);
        return typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : value;
      },
    }),
  },
  {
    name: 'spelling-edges-refused',
    summary: 'White space around the object is refused',
    kills: ['requests/spelled-*/*'],
    hook: strict((text) => text.trim() !== text),
  },
  {
    name: 'spelling-escapes-kept',
    summary: 'Escapes in strings are not decoded',
    kills: ['requests/means-*/*'],
    hook: ({ parse }) => ({
      parse(bytes) {
        const value = parse(bytes);
        const raw = parse(Buffer.from(new TextDecoder().decode(bytes).replaceAll('\\u', '\\\\u')));
        if (!isObject(value) || !isObject(raw)) return value;
        // Names are decoded, so members are matched by their order.
        const texts = Object.values(raw);
        return Object.fromEntries(
          Object.entries(value).map(([name, member], at) => [
            name,
            typeof member === 'string' ? texts[at] : member,
          ]),
        );
      },
    }),
  },
  {
    name: 'spelling-escapes-after-names-kept',
    summary: 'Values that follow a plain name are not decoded',
    kills: ['requests/means-*/*'],
    hook: misread((text) =>
      text.replace(/"[a-z_]+":"(?:[^"\\]|\\.)*"/g, (member) => member.replaceAll('\\u', '\\\\u')),
    ),
  },
  {
    name: 'spelling-escapes-refused',
    summary: 'Letters written as escapes are refused',
    kills: ['requests/spelled-*/*'],
    hook: strict((text) => /\\u00[4-7]/i.test(text)),
  },
  {
    name: 'spelling-capital-exponents-refused',
    summary: 'Numbers with an upper-case exponent are refused',
    kills: ['requests/spelled-capital-exponent/*'],
    hook: strict((text) => /\dE/.test(withoutStrings(text))),
  },
  {
    name: 'spelling-line-feed-before-refused',
    summary: 'A body that does not begin with a brace is refused',
    kills: ['requests/spelled-line-feed-before/*'],
    hook: strict((text) => text.startsWith('\n')),
  },
  {
    name: 'spelling-exponents-cut',
    summary: 'An exponent is ignored',
    kills: ['requests/means-*/*'],
    hook: misread((text) => text.replace(/(:\s*\d[\d.]*)e[+-]?\d+/gi, '$1')),
  },
  {
    name: 'spelling-exponents-refused',
    summary: 'Numbers with an exponent are refused',
    kills: ['requests/spelled-*/*'],
    hook: strict((text) => /\de[+-]?\d/i.test(withoutStrings(text))),
  },
  {
    name: 'spelling-fractions-refused',
    summary: 'Numbers with a zero fraction are refused',
    kills: ['requests/spelled-*/*'],
    hook: strict((text) => /\.0\b/.test(withoutStrings(text))),
  },
  {
    name: 'spelling-order-required',
    summary: 'Members must be in the order of the interface',
    kills: ['requests/spelled-*/*'],
    hook: ({ validate }) => ({
      validate(body, resource, rules) {
        const listed = Object.keys(resource.fields);
        const places = Object.keys(body as object).flatMap((name) => listed.indexOf(name) + 1 || []);
        const isOrdered = places.every((place, at) => at === 0 || place > (places[at - 1] as number));
        return isOrdered ? validate(body, resource, rules) : 'the fields come in another order';
      },
    }),
  },
  {
    name: 'spelling-pairs-mangled',
    summary: 'Each half of an escaped surrogate pair is read as a character',
    kills: ['requests/means-*/*'],
    hook: misread((text) => text.replace(/\\ud[89a-f][\da-f]{2}/gi, '\uFFFD')),
  },
  {
    name: 'spelling-pairs-mangled-in-names',
    summary: 'Escaped surrogate pairs become question marks in texts without quotes, slashes and backslashes',
    kills: ['requests/means-message/*'],
    hook: misread((text) =>
      text.replace(/"(?:[^"\\]|\\.)*"/g, (value) =>
        /\\u00(?:22|2f|5c)|\\["/\\]/i.test(value)
          ? value
          : value.replace(/\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi, '??'),
      ),
    ),
  },
  {
    name: 'spelling-pairs-refused',
    summary: 'Escaped surrogate pairs are refused',
    kills: ['requests/spelled-*/*'],
    hook: strict((text) => /\\ud[89ab][\da-f]{2}\\ud[c-f]/i.test(text)),
  },
  {
    name: 'spelling-slashes-kept',
    summary: 'An escaped slash keeps its backslash',
    kills: ['requests/means-message/*'],
    hook: misread((text) => text.replaceAll('\\/', '\\\\/')),
  },
  {
    name: 'spelling-slashes-refused',
    summary: 'Escaped slashes are refused',
    kills: ['requests/spelled-*/*'],
    hook: strict((text) => text.includes('\\/')),
  },
  {
    name: 'spelling-white-space-refused',
    summary: 'White space between tokens is refused',
    kills: ['requests/spelled-*/*'],
    hook: strict((text) => /\s/.test(withoutStrings(text).trim())),
  },
  {
    name: 'json-closed-twice',
    summary: 'A bracket or brace after the document is ignored',
    kills: ['requests/malformed-closing-*/*'],
    hook: lenient((text) => text.replace(/[}\]]$/, '')),
  },
];

/** A parser that accepts more than RFC 8259 does: what it cannot read, it repairs and reads again. */
function lenient(repair: (text: string) => string): FaultHook {
  return ({ parse }) => ({
    parse(bytes) {
      try {
        return parse(bytes);
      } catch {
        return JSON.parse(repair(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
      }
    },
  });
}

/** A parser that accepts less than RFC 8259 does. */
function strict(refuses: (text: string) => boolean): FaultHook {
  return misread((text) => {
    if (refuses(text)) throw new SyntaxError('This is refused.');
    return text;
  });
}

/** A parser that reads a text as another one. */
function misread(change: (text: string) => string): FaultHook {
  return ({ parse }) => ({
    parse: (bytes) => parse(Buffer.from(change(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))),
  });
}

/** The text without its quoted parts. */
function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
}

/** Matching bytes are dropped; the pattern sees them as Latin-1. */
function dropping(pattern: RegExp): FaultHook {
  return ({ parse }) => ({
    parse: (bytes) =>
      parse(Buffer.from(Buffer.from(bytes).toString('latin1').replace(pattern, ''), 'latin1')),
  });
}
