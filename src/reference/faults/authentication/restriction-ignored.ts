import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Accounts use operations that they lack',
  hook: () => ({ forbids: () => false }),
};
