import type { Fault } from '../fault.js';
import { PAUSE_MS } from '../racing.js';

export const fault: Fault = {
  summary: 'While the address is set anew there is none for a moment, and a reply of that moment is lost',
  hook: ({ address, notify }) => {
    let until = 0;
    return {
      address(previous, next) {
        if (previous !== null && next !== null) until = Date.now() + PAUSE_MS;
        return address(previous, next);
      },
      notify: (event) => (event.kind === 'reply' && Date.now() < until ? [] : notify(event)),
    };
  },
};
