import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Moments are stated in seconds',
  hook: ({ timestamp }) => ({ timestamp: (now) => Math.floor(timestamp(now) / 1000) }),
};
