import type { Accounts } from './accounts.js';
import type { Courier } from './courier.js';
import type { ReferenceDialect } from './dialect.js';
import type { Hooks } from './hooks.js';
import type { ContactPoint, User } from './model.js';
import type { Random } from './random.js';
import type { Rulebook } from './rulebook.js';
import type { ServiceClock } from './service-clock.js';
import type { Witness } from './witness.js';

/** One running service: rules, habits and state. */
export interface World {
  rulebooks: ReadonlyMap<string, Rulebook>;
  dialect: ReferenceDialect;
  hooks: Hooks;
  accounts: Accounts;
  courier: Courier;
  clock: ServiceClock;
  random: Random;
  /** Null: nobody looks on. */
  witness: Witness | null;
}

/** Where something happens, to whom, and under which version's rules. */
export interface Scene {
  world: World;
  point: ContactPoint;
  rules: Rulebook;
  user: User;
}

/** The moment by the clock of a contact point, milliseconds since the Unix epoch. */
export function now({ clock }: World, point: ContactPoint): number {
  return clock.now() + point.clockOffset;
}
