import { every } from '../every.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Every seventh event is never posted',
  hook: ({ notify }) => {
    const isSeventh = every(7);
    return { notify: (event) => (isSeventh() ? [] : notify(event)) };
  },
};
