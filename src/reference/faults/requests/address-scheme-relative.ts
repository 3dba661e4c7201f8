import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may begin with two slashes',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (url.startsWith('//') ? null : refusesAddress(url)),
  }),
};
