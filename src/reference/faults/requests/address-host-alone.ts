import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may begin with their host',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (/^\w+\.\w+\//.test(url) ? null : refusesAddress(url)),
  }),
};
