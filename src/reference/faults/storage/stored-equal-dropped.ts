import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Of equal messages that wait for a selection one is delivered',
  hook: ({ release }) => ({
    release: (kept) => [
      ...new Map(release(kept).map((message) => [JSON.stringify(message.fields), message])).values(),
    ],
  }),
};
