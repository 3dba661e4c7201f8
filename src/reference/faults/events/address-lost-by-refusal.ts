import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A request to set the webhook address that is refused takes the present one away',
  hook: ({ row }) => ({
    row(due, call) {
      if (call.operation?.rule.kind === 'address')
        for (const slot of call.account?.point.slots.values() ?? []) slot.url = null;
      return row(due, call);
    },
  }),
};
