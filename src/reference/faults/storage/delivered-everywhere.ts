import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The employees of all destinations get the messages for one',
  hook: ({ recipients }) => ({
    recipients: (user, delivers, all) =>
      recipients(user, delivers, all).length > 0 ? [...all.values()] : [],
  }),
};
