import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may have any port',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (/^https?:\/\/[\w.]+:\d{5,}\//i.test(url) ? null : refusesAddress(url)),
  }),
};
