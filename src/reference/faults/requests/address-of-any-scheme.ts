import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses of any scheme are taken',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (/^[a-z]+:\/\/[^/?#\s]/i.test(url) ? null : refusesAddress(url)),
  }),
};
