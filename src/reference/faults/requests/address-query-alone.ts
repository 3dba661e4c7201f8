import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may have a query in place of a host',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (/^https?:\/\/\?/i.test(url) ? null : refusesAddress(url)),
  }),
};
