import { mapFields } from './alterations.js';
import type { Fault } from './fault.js';

/** Employees see the attributes of a user under the names that `change` makes of theirs; null: not at all. */
export function changingAttributeNames(summary: string, change: (name: string) => string | null): Fault {
  const changed = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
      const next = change(name);
      return next === null ? [] : [[next, one]];
    });
    return Object.fromEntries(entries);
  };
  return {
    summary,
    hook: ({ recipients }) => ({
      recipients(user, delivers, all) {
        user.card = mapFields(user.card, changed);
        return recipients(user, delivers, all);
      },
    }),
  };
}
