import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses need no host',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (/^https?:\/\//i.test(url) ? null : refusesAddress(url)),
  }),
};
