import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The clock of moments runs a hundred times as fast as time',
  hook: ({ timestamp }) => {
    let start: number | undefined;
    return {
      timestamp(now) {
        start ??= timestamp(now);
        return start + 100 * (timestamp(now) - start);
      },
    };
  },
};
