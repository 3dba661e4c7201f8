import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The TLS port serves plain HTTP as well',
  hook: () => ({ servesPlain: () => true }),
};
