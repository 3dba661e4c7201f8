import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A null in a body ends in an internal error',
  hook: ({ validate }) => ({
    validate(body, resource, rules) {
      if (Object.values(body as object).includes(null)) throw new Error('null');
      return validate(body, resource, rules);
    },
  }),
};
