import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A nested body ends in an internal error that has no code of the table',
  hook: ({ validate, row }) => ({
    validate(body, resource, rules) {
      if (JSON.stringify(body).includes('[[[[')) throw new Error('nested');
      return validate(body, resource, rules);
    },
    row: (due, call) => (due.status >= 500 ? { ...row(due, call), code: 0 } : row(due, call)),
  }),
};
