import type { Fault } from '../fault.js';
import { mapLinks } from '../links.js';

export const fault: Fault = {
  summary: 'Links are in small letters',
  hook: ({ store }) => ({
    store: (message) => store({ ...message, fields: mapLinks(message.fields, (link) => link.toLowerCase()) }),
  }),
};
