import { mapTexts } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'What waited for a selection loses its tags of HTML',
  hook: ({ release }) => ({
    release: (kept) =>
      release(kept).map((message) => ({
        ...message,
        fields: mapTexts(message.fields, (text) => text.replace(/<[^>]*>/g, '')),
      })),
  }),
};
