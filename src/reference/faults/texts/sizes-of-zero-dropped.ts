import { mapFields } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A size of 0 counts as none',
  hook: ({ store }) => ({
    store: (message) =>
      store({ ...message, fields: mapFields(message.fields, (value) => (value === 0 ? undefined : value)) }),
  }),
};
