import type { Fault } from '../fault.js';

/** The fiftieth and all after it. */
const LAST = 50;

export const fault: Fault = {
  summary: 'From the fiftieth on all messages have the same identifier',
  hook: ({ messageId }) => {
    let count = 0;
    let last: string | undefined;
    return {
      messageId(fresh) {
        count += 1;
        if (count < LAST) return messageId(fresh);
        last ??= messageId(fresh);
        return last;
      },
    };
  },
};
