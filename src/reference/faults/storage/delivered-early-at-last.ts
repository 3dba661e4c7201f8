import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Messages reach the last destination before any is selected',
  hook: ({ recipients }) => ({
    recipients: (user, delivers, all) =>
      user.destination ? recipients(user, delivers, all) : [...all.values()].slice(-1),
  }),
};
