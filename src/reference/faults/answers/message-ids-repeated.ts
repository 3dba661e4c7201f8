import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'All messages have the same identifier',
  hook: () => {
    let first: string | undefined;
    return {
      messageId(fresh) {
        first ??= fresh;
        return first;
      },
    };
  },
};
