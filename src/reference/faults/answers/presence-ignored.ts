import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Destinations always show as online',
  hook: () => ({ presence: () => true }),
};
