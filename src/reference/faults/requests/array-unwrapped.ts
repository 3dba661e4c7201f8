import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'An array that holds one object is taken for that object',
  hook: ({ parse }) => ({
    parse(bytes) {
      const value = parse(bytes);
      return Array.isArray(value) && value.length === 1 ? value[0] : value;
    },
  }),
};
