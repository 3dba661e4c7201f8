import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A path in capitals ends in an internal error that is told in other words',
  hook: ({ path, row }) => ({
    path(asked) {
      if (/\/[A-Z]+$/.test(asked)) throw new Error('Nobody is called that.');
      return path(asked);
    },
    row: (due, call) => (due.status >= 500 ? { ...row(due, call), message: 'Oops' } : row(due, call)),
  }),
};
