import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'An unknown destination stands for the first one',
  hook: ({ chosen }) => ({ chosen: (id, all) => chosen(id, all) ?? [...all.values()][0] }),
};
