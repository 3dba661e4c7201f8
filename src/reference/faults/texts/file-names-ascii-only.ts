import type { Field } from '../../../description/types.js';
import { asciiOnly, mapTexts } from '../alterations.js';
import type { Fault } from '../fault.js';

const names = new Set<string>();

export const fault: Fault = {
  summary: 'Names of files have question marks in place of letters beyond ASCII',
  describe: ({ resources }) => {
    for (const { fields } of Object.values(resources))
      for (const [name, field] of Object.entries(fields)) if (isName(field)) names.add(name);
  },
  hook: ({ store }) => ({
    store: (message) =>
      store({
        ...message,
        fields: mapTexts(message.fields, (text, name) => (names.has(name) ? asciiOnly.alter(text) : text)),
      }),
  }),
};

function isName({ role, type, freeText }: Field): boolean {
  return role === 'detail' && type === 'string' && !freeText;
}
