import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A broken body is read as far as an empty object',
  hook: ({ parse }) => ({
    parse(bytes) {
      try {
        return parse(bytes);
      } catch {
        return {};
      }
    },
  }),
};
