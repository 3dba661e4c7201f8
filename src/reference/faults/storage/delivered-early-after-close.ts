import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'After a close, messages reach the former destination before any is selected anew',
  hook: ({ recipients }) => ({
    recipients: (user, delivers, all) => {
      const due = recipients(user, delivers, all);
      const former = all.get(user.seen.at(-1)?.destinationId ?? '');
      return due.length === 0 && !user.destination && former ? [former] : due;
    },
  }),
};
