import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'All moments are the one of the first message',
  hook: ({ timestamp }) => {
    let first: number | undefined;
    return {
      timestamp(now) {
        first ??= timestamp(now);
        return first;
      },
    };
  },
};
