import {
  type Accounts,
  named,
  POINT_NAMES,
  POINT_NAMES_LISTED,
} from '../reference/conversations/accounts.js';
import type { Account, ContactPoint } from '../reference/conversations/model.js';

/** Contact points by the names shown to people. */
export interface PointNames {
  all: readonly (readonly [name: string, account: Account])[];
  of(point: ContactPoint): string;
  account(name: string): Account | undefined;
}

export function pointNames(accounts: Accounts): PointNames {
  const all = named(accounts);
  const names = new Map(all.map(([name, { point }]) => [point, name]));
  const byName = new Map(all);
  return { all, of: (point) => names.get(point) ?? '', account: (name) => byName.get(name) };
}

/** A key that cannot be set; the message says why, and what would be right. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/**
 * Keys as given, each `NAME=VALUE`, by the names of contact points.
 * @throws KeyError for names that no contact point has, and for values that a query cannot tell apart
 */
export function ownKeys(given: readonly string[]): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const pair of given) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    const value = at < 0 ? '' : pair.slice(at + 1);
    if (!POINT_NAMES.includes(name))
      throw new KeyError(`No contact point is called "${name}"; expected one of ${POINT_NAMES_LISTED}.`);
    if (at < 0) throw new KeyError(`The key of ${name} is missing; expected ${name}=VALUE.`);
    if (!/^[!-~]{1,200}$/.test(value))
      throw new KeyError(`The key of ${name} must be 1 to 200 printable ASCII characters without spaces.`);
    if (Object.values(keys).includes(value))
      throw new KeyError(`Two contact points cannot have the same key.`);
    keys[name] = value;
  }
  return keys;
}
