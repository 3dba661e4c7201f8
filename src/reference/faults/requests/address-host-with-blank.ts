import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may hold a blank in their host',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (/^https?:\/\/[^/]* /i.test(url) ? null : refusesAddress(url)),
  }),
};
