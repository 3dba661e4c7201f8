import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Events go to the first address for ever',
  hook: ({ address }) => ({ address: (previous, next) => previous ?? address(previous, next) }),
};
