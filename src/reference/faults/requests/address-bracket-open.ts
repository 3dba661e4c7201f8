import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may hold a bracket that is not closed',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (url.includes('[') ? null : refusesAddress(url)),
  }),
};
