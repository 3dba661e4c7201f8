import { every } from '../every.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Every fourth moment is twenty seconds back',
  hook: ({ timestamp }) => {
    const isFourth = every(4);
    return { timestamp: (now) => timestamp(now) - (isFourth() ? 20_000 : 0) };
  },
};
