import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'An operation that is called like a property of any object ends in an internal error',
  hook: () => ({
    path(path) {
      if (path.split('/').some((segment) => segment !== '' && segment in {})) throw new Error(path);
      return path;
    },
  }),
};
