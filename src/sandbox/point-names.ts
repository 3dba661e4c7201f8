import { type Accounts, named } from '../reference/accounts.js';
import type { Account, ContactPoint } from '../reference/model.js';

/** Contact points by the names that people call them. */
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
