import { routingEvent } from '../asked.js';
import { changing } from '../changing.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'From the fourth message of a conversation on a destination is asked for though one is selected',
  describe: changing('message', (step, description) => {
    if (!step.keeps) step.sends = { event: routingEvent(description), messages: { from: 4 } };
  }),
};
