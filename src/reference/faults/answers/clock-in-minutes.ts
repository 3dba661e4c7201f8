import type { Fault } from '../fault.js';

const MINUTE_MS = 60_000;

export const fault: Fault = {
  summary: 'Moments are stated to the minute',
  hook: ({ timestamp }) => ({ timestamp: (now) => Math.floor(timestamp(now) / MINUTE_MS) * MINUTE_MS }),
};
