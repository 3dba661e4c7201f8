import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses need no scheme',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (/^[\w-]+$/.test(url) ? null : refusesAddress(url)),
  }),
};
