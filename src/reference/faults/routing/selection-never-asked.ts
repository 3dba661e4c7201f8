import { changing } from '../changing.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A destination is never asked for',
  describe: changing('message', (step) => delete step.sends),
};
