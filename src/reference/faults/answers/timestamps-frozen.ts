import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'All moments are the one of an hour before the first message',
  hook: ({ timestamp }) => {
    let frozen: number | undefined;
    return {
      timestamp(now) {
        frozen ??= timestamp(now) - 3_600_000;
        return frozen;
      },
    };
  },
};
