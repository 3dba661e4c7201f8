import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'What employees wrote is not shown any more once the user writes again',
  hook: ({ visible }) => ({
    visible(seen, destinationId) {
      const shown = visible(seen, destinationId);
      const last = shown.findLastIndex(({ fromUser }) => fromUser);
      return shown.filter(({ fromUser }, at) => fromUser || at > last);
    },
  }),
};
