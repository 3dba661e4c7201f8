import type { Description } from '../../../description/types.js';
import { changing } from '../changing.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The event that tells of the close comes with a selection too',
  describe: changing('select', (step, description) => {
    step.sends = { event: closingEvent(description) };
  }),
};

function closingEvent({ routing: { transitions } }: Description): string {
  return Object.values(transitions).find(({ on, sends }) => on === 'close' && sends)?.sends?.event ?? '';
}
