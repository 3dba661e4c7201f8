import type { Destination } from '../../model.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Destinations show as offline once the one that was listed before is',
  hook: ({ presence }) => {
    let before: Destination | null = null;
    return {
      presence(destination) {
        const shown = presence(destination) && (before === null || before.online);
        before = destination;
        return shown;
      },
    };
  },
};
