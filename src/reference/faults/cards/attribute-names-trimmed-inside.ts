import { mapFields } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Several blanks in the name of an attribute count as one',
  hook: ({ recipients }) => ({
    recipients(user, delivers, all) {
      user.card = mapFields(user.card, changed);
      return recipients(user, delivers, all);
    },
  }),
};

function changed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name.replace(/ +/g, ' '), one]));
}
