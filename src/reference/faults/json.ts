import type { Fault, Faults } from './fault.js';

/** Faults of a reader that takes more for JSON than RFC 8259 does. Each repairs one kind of mistake. */
export const json: Faults = {
  'json-trailing-comma': repairing('A comma before a closing brace is passed over', (text) =>
    text.replace(/,\s*\}/g, '}'),
  ),
  'json-extra-commas': repairing('Commas without a member are passed over', (text) =>
    text.replace(/\{,/g, '{').replace(/,{2,}/g, ','),
  ),
  'json-single-quotes': repairing('Names may stand in single quotes', (text) =>
    text.replace(/'([^'"]*)':/g, '"$1":'),
  ),
  'json-unquoted-names': repairing('Names need no quotes', (text) =>
    text.replace(/([{,])([a-z_]\w*):/gi, '$1"$2":'),
  ),
  'json-comments': repairing('Comments are passed over', (text) =>
    text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?:\/\/|#) .*\n/g, ''),
  ),
  'json-not-a-number': repairing('Words of a programming language are taken as values', (text) =>
    text.replace(/:(?:NaN|Infinity|undefined|True)\b/g, ':null'),
  ),
  'json-odd-numbers': repairing('Numbers may be spelled as in a programming language', (text) =>
    text.replace(/:(?:0x[\dA-F]+|\+\d+|0\d+|\d+\.)(?=[,}])/gi, ':1'),
  ),
  'json-odd-escapes': repairing('Unknown escapes are passed over', (text) =>
    text.replace(/\\(?!["\\/bfnrt]|u[\da-f]{4})/gi, ''),
  ),
  'json-control-characters': repairing('Control characters may stand in a text', (text) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
    text.replace(/[\u0000-\u001f]/g, ' '),
  ),
  'json-trailing-text': repairing('What follows the document is passed over', (text) =>
    text.slice(0, text.lastIndexOf('}', text.endsWith('{}') ? text.length - 3 : undefined) + 1),
  ),
  'json-open-end': repairing('A missing brace is supplied', (text) => `${text}}`),
  'json-invalid-utf-8': {
    summary: 'Bytes that are no UTF-8 become question marks',
    hook: () => ({ parse: (bytes) => JSON.parse(new TextDecoder().decode(bytes)) }),
  },
  'json-utf-16': {
    summary: 'UTF-16 is read as well',
    hook: ({ parse }) => ({
      parse: (bytes) =>
        bytes[0] === 0xff && bytes[1] === 0xfe
          ? JSON.parse(new TextDecoder('utf-16le').decode(bytes))
          : parse(bytes),
    }),
  },
};

function repairing(summary: string, repair: (text: string) => string): Fault {
  return {
    summary,
    hook: ({ parse }) => ({
      parse(bytes) {
        try {
          return parse(bytes);
        } catch {
          return JSON.parse(repair(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
        }
      },
    }),
  };
}
