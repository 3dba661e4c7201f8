import { every } from '../every.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Every twentieth message reaches nobody',
  hook: ({ recipients }) => {
    const isTwentieth = every(20);
    return {
      recipients(user, delivers, all) {
        const good = recipients(user, delivers, all);
        return good.length > 0 && isTwentieth() ? [] : good;
      },
    };
  },
};
