import type { Fault } from './fault.js';

/** A way in which texts are altered on their way. */
interface Alteration {
  /** What the texts do. */
  what: string;
  alter: (text: string) => string;
}

/** The texts that users send, as employees see them. */
export function ofUsers({ what, alter }: Alteration): Fault {
  return {
    summary: `Texts of users ${what}`,
    hook: ({ store }) => ({
      store: (message) => store({ ...message, fields: mapTexts(message.fields, alter) }),
    }),
  };
}

/** The texts that employees send, as the integrator gets them. */
export function ofEmployees({ what, alter }: Alteration): Fault {
  return {
    summary: `Texts of employees ${what}`,
    hook: ({ notify }) => ({ notify: (event) => notify({ ...event, data: mapTexts(event.data, alter) }) }),
  };
}

export const trimmed: Alteration = {
  what: 'lose the blanks at their ends',
  alter: (text) => text.trim(),
};

export const asciiOnly: Alteration = {
  what: 'have question marks in place of letters beyond ASCII',
  alter: (text) => text.replace(/[^\t-~]/gu, '?'),
};

export const cutAt255: Alteration = {
  what: 'end after 255 letters',
  alter: (text) => text.slice(0, 255),
};

export const cutAt1000: Alteration = {
  what: 'end after 1000 letters',
  alter: (text) => text.slice(0, 1000),
};

export const htmlEscaped: Alteration = {
  what: 'have entities of HTML in place of signs',
  alter: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
};

export const emojiDropped: Alteration = {
  what: 'lose what lies beyond the basic plane',
  alter: (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
};

export const linesJoined: Alteration = {
  what: 'have blanks in place of line breaks',
  alter: (text) => text.replace(/\s+/g, ' '),
};

export const lineEndsUnified: Alteration = {
  what: 'have line feeds alone where there was a carriage return before them',
  alter: (text) => text.replaceAll('\r\n', '\n'),
};

export const composed: Alteration = {
  what: 'have their letters composed with the accents that follow them',
  alter: (text) => text.normalize('NFC'),
};

export const resolved: Alteration = {
  what: 'have plain letters in place of ligatures and wide ones',
  alter: (text) => text.normalize('NFKD').normalize('NFC'),
};

export const readAsLatin1: Alteration = {
  what: 'are read with another encoding',
  alter: (text) => Buffer.from(text, 'utf8').toString('latin1'),
};

export const backslashesDropped: Alteration = {
  what: 'lose their backslashes',
  alter: (text) => text.replaceAll('\\', ''),
};

export const formDecoded: Alteration = {
  what: 'are decoded as in a form',
  alter: (text) => text.replaceAll('+', ' '),
};

export const entitiesDecoded: Alteration = {
  what: 'have signs in place of entities of HTML',
  alter: (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<'),
};

export const digitsAsNumbers: Alteration = {
  what: 'are numbers where they are digits alone',
  alter: (text) => (/^\d+$/.test(text) ? String(Number(text)) : text),
};

export const placeholdersFilled: Alteration = {
  what: 'lose what looks like a placeholder',
  alter: (text) => text.replace(/\{\w+\}/g, ''),
};

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
