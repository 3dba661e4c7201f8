import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'What stands behind the operation in a path is ignored',
  hook: () => ({ path: (path) => path.split('/').slice(0, 3).join('/') }),
};
