import { every } from '../every.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Every third reply is never told',
  hook: ({ notify }) => {
    const isThird = every(3);
    return { notify: (event) => (event.kind === 'reply' && isThird() ? [] : notify(event)) };
  },
};
