import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Identifiers of messages come again for other users: there are fifty of them',
  hook: ({ messageId }) => {
    const ids: string[] = [];
    let count = 0;
    return {
      messageId(fresh) {
        if (ids.length < 50) ids.push(messageId(fresh));
        count += 1;
        return ids[(count - 1) % 50] ?? fresh;
      },
    };
  },
};
