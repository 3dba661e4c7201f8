import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The last destination that is listed cannot be selected',
  hook: ({ chosen }) => ({
    chosen: (id, all) => (id === [...all.keys()].at(-1) ? undefined : chosen(id, all)),
  }),
};
