import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may begin with dots',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (url.startsWith('../') ? null : refusesAddress(url)),
  }),
};
