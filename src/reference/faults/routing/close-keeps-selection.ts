import { changing } from '../changing.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The destination stays selected after the close',
  describe: changing('close', (step) => {
    step.to = step.from;
    delete step.ends;
  }),
};
