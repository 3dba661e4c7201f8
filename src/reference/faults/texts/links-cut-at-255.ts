import type { Fault } from '../fault.js';
import { mapLinks } from '../links.js';

export const fault: Fault = {
  summary: 'Links end after 255 letters',
  hook: ({ store }) => ({
    store: (message) => store({ ...message, fields: mapLinks(message.fields, (link) => link.slice(0, 255)) }),
  }),
};
