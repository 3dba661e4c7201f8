import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Replies made while no address is set are lost',
  hook: () => ({ expired: () => true }),
};
