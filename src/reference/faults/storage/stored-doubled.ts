import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Messages that wait for a selection are delivered twice',
  hook: ({ keep }) => ({ keep: (message) => [...keep(message), ...keep(message)] }),
};
