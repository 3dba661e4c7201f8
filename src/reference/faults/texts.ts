import type { Fault, Faults } from './fault.js';

/** Ways in which a text is altered on its way. */
const ALTERATIONS: Record<string, { what: string; alter: (text: string) => string }> = {
  trimmed: { what: 'lose the blanks at their ends', alter: (text) => text.trim() },
  'ascii-only': {
    what: 'have question marks in place of letters beyond ASCII',
    alter: (text) => text.replace(/[^\t-~]/gu, '?'),
  },
  'cut-at-255': { what: 'end after 255 letters', alter: (text) => text.slice(0, 255) },
  'cut-at-1000': { what: 'end after 1000 letters', alter: (text) => text.slice(0, 1000) },
  'html-escaped': {
    what: 'have entities of HTML in place of signs',
    alter: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  },
  'emoji-dropped': {
    what: 'lose what lies beyond the basic plane',
    alter: (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  },
  'lines-joined': { what: 'have blanks in place of line breaks', alter: (text) => text.replace(/\s+/g, ' ') },
  'read-as-latin-1': {
    what: 'are read with another encoding',
    alter: (text) => Buffer.from(text, 'utf8').toString('latin1'),
  },
  'backslashes-dropped': { what: 'lose their backslashes', alter: (text) => text.replaceAll('\\', '') },
  'form-decoded': { what: 'are decoded as in a form', alter: (text) => text.replaceAll('+', ' ') },
};

/** Faults in the texts that employees see, and in those that the integrator gets of them. */
export const texts: Faults = Object.fromEntries(
  Object.entries(ALTERATIONS).flatMap(([name, { what, alter }]): [string, Fault][] => [
    [
      `text-${name}`,
      {
        summary: `Texts of users ${what}`,
        hook: ({ store }) => ({
          store: (message) => store({ ...message, fields: mapTexts(message.fields, alter) }),
        }),
      },
    ],
    [
      `reply-${name}`,
      {
        summary: `Texts of employees ${what}`,
        hook: ({ notify }) => ({
          notify: (event) => notify({ ...event, data: mapTexts(event.data, alter) }),
        }),
      },
    ],
  ]),
);

function mapTexts(
  fields: Record<string, unknown>,
  change: (text: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}
