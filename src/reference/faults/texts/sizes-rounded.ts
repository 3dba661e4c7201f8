import { mapFields } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Sizes of files are rounded to whole kibibytes',
  hook: ({ store }) => ({
    store: (message) =>
      store({
        ...message,
        fields: mapFields(message.fields, (value) =>
          typeof value === 'number' ? Math.round(value / 1024) * 1024 : value,
        ),
      }),
  }),
};
