import type { Description } from '../description/types.js';
import { makeAccounts } from './accounts.js';
import type { Carrier } from './carrier.js';
import { makeCourier } from './courier.js';
import { defaultDialect, type ReferenceDialect } from './dialect.js';
import { applyFaults } from './faults/apply.js';
import type { Fault } from './faults/fault.js';
import { makeRandom } from './random.js';
import { makeRulebook } from './rulebook.js';
import type { ServiceClock } from './service-clock.js';
import type { World } from './world.js';

export interface WorldOptions {
  /** The versions to serve, at least one. */
  descriptions: Description[];
  /** How the service fills what the interface leaves open. */
  dialect?: ReferenceDialect;
  /** Names out of the list of faults, or faults of the caller's own. */
  faults?: readonly (string | Fault)[];
  /** Makes keys and identifiers the same each time. */
  seed?: number;
}

/** A service as yet unused, whatever way requests come to it. Errors: an unknown fault, no description. */
export async function makeWorld(
  { descriptions: described, dialect = defaultDialect, faults = [], seed }: WorldOptions,
  { carrier, clock }: { carrier: Carrier; clock: ServiceClock },
): Promise<World> {
  const { descriptions, hooks } = await applyFaults(described, faults);
  if (descriptions.length === 0) throw new Error('The service needs at least one description.');
  const random = makeRandom(seed);
  const accounts = makeAccounts(descriptions, dialect, random);
  const rulebooks = new Map(descriptions.map((each) => [each.version, makeRulebook(each)]));
  const courier = makeCourier(hooks, dialect.event, { carrier, clock });
  return { rulebooks, dialect, hooks, accounts, courier, clock, random };
}
