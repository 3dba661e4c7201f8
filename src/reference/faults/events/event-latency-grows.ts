import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Each message that the service has had makes every event leave 50 ms later',
  hook: ({ store, leaves }) => {
    let messages = 0;
    return {
      store(message) {
        messages += 1;
        return store(message);
      },
      leaves: (moment) => leaves(moment) + messages * 50,
    };
  },
};
