import { mapFields } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Sizes of files beyond 31 bits wrap around',
  hook: ({ store }) => ({
    store: (message) =>
      store({
        ...message,
        fields: mapFields(message.fields, (value) =>
          typeof value === 'number' && value >= 2 ** 31 ? value % 2 ** 31 : value,
        ),
      }),
  }),
};
