import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Nothing waits for a selection',
  hook: () => ({ keep: () => [] }),
};
