import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Webhook addresses may have no host before their path',
  hook: ({ refusesAddress }) => ({
    refusesAddress: (url) => (/^https?:\/\/\//i.test(url) ? null : refusesAddress(url)),
  }),
};
