import type { Fault } from '../fault.js';
import { mapLinks } from '../links.js';

export const fault: Fault = {
  summary: 'Links of employees are percent-encoded once more',
  hook: ({ notify }) => ({
    notify: (event) => notify({ ...event, data: mapLinks(event.data, encodeURI) }),
  }),
};
