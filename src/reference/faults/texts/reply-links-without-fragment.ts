import type { Fault } from '../fault.js';
import { mapLinks } from '../links.js';

export const fault: Fault = {
  summary: 'Links of employees lose their fragment',
  hook: ({ notify }) => ({
    notify: (event) => notify({ ...event, data: mapLinks(event.data, (link) => link.replace(/#.*$/, '')) }),
  }),
};
