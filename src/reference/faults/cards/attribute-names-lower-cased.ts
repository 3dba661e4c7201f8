import { mapFields } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'The names of attributes lose their capitals',
  hook: ({ recipients }) => ({
    recipients(user, delivers, all) {
      user.card = mapFields(user.card, lowerCased);
      return recipients(user, delivers, all);
    },
  }),
};

function lowerCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));
}
