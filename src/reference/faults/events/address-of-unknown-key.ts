import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'A key that nobody has is refused, but sets the webhook address of the first contact point',
  hook: ({ authenticate }) => ({
    authenticate(key, call, accounts) {
      const account = authenticate(key, call, accounts);
      if (account || key === '' || call.operation?.rule.kind !== 'address') return account;
      const address = /https?:[^"]+/.exec(Buffer.from(call.bytes ?? []).toString())?.[0];
      if (address !== undefined) for (const slot of accounts.main.point.slots.values()) slot.url = address;
      return account;
    },
  }),
};
