import { mapTexts } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Texts that waited for a selection are cut in half',
  hook: ({ release }) => ({
    release: (kept) =>
      release(kept).map((message) => ({
        ...message,
        fields: mapTexts(message.fields, (text) => text.slice(0, text.length / 2)),
      })),
  }),
};
