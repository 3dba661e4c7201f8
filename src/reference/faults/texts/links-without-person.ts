import type { Fault } from '../fault.js';
import { mapLinks } from '../links.js';

export const fault: Fault = {
  summary: 'Links lose the person before the host',
  hook: ({ store }) => ({
    store: (message) =>
      store({ ...message, fields: mapLinks(message.fields, (link) => link.replace(/\/\/[^/@]*@/, '//')) }),
  }),
};
