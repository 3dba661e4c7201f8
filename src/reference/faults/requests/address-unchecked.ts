import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Any text is taken as a webhook address',
  hook: () => ({ refusesAddress: () => null }),
};
