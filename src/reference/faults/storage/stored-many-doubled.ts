import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Of more than twenty messages that waited the last is delivered twice',
  hook: ({ release }) => ({
    release: (kept) => (kept.length > 20 ? [...release(kept), ...release(kept).slice(-1)] : release(kept)),
  }),
};
