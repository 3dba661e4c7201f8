import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Messages that waited are delivered kind by kind',
  hook: ({ release }) => ({
    release: (kept) =>
      release(kept).toSorted(
        (one, other) => Object.keys(one.fields).length - Object.keys(other.fields).length,
      ),
  }),
};
