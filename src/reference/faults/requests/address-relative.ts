import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may be a path',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (url.startsWith('/') ? null : refusesAddress(url)),
  }),
};
