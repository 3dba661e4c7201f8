import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Messages to employees who are logged out are lost',
  hook: ({ recipients }) => ({
    recipients: (user, delivers, all) => recipients(user, delivers, all).filter(({ online }) => online),
  }),
};
