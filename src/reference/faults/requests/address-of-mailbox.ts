import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may be those of a mailbox',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (url.startsWith('mailto:') ? null : refusesAddress(url)),
  }),
};
