import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Messages to employees who are logged out are lost at every destination but the first',
  hook: ({ recipients }) => ({
    recipients: (user, delivers, all) =>
      recipients(user, delivers, all).filter((one) => one.online || one === [...all.values()][0]),
  }),
};
