import { mapFields } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Sizes of files lose their fraction',
  hook: ({ store }) => ({
    store: (message) =>
      store({
        ...message,
        fields: mapFields(message.fields, (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
      }),
  }),
};
