import { mapFields } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Attributes beyond the fiftieth are lost',
  hook: ({ recipients }) => ({
    recipients(user, delivers, all) {
      user.card = mapFields(user.card, changed);
      return recipients(user, delivers, all);
    },
  }),
};

function changed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).slice(0, 50));
}
