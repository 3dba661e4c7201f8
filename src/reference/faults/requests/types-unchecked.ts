import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Fields of any JSON type are accepted',
  hook: () => ({ validate: () => null }),
};
