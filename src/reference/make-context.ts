import type { Description } from '../description/types.js';
import { makeAccounts } from './conversations/accounts.js';
import { defaultDialect, type ReferenceDialect } from './dialect/dialect.js';
import type { Fault } from './faults/fault.js';
import { applyFaults } from './hooks.js';
import { makeRandom } from './random.js';
import { makeRulebook } from './rulebook.js';
import type { ServiceClock, ServiceContext } from './service-context.js';
import type { Carrier } from './webhooks/carrier.js';
import { makeDeliveryQueue } from './webhooks/delivery-queue.js';

export interface ServiceOptions {
  /** The versions to serve, at least one. */
  descriptions: Description[];
  /** How the service fills what the interface leaves open. */
  dialect?: ReferenceDialect;
  /** Names from the fault catalogue, or faults of the caller's own. */
  faults?: readonly (string | Fault)[];
  /** Makes keys and identifiers reproducible. */
  seed?: number;
  /** Keys to use instead of random ones, by the names of contact points (`POINT_NAMES`). */
  keys?: Readonly<Record<string, string>>;
}

/** A fresh service, independent of how requests reach it. Errors: an unknown fault, no description. */
export async function makeContext(
  { descriptions: described, dialect = defaultDialect, faults = [], seed, keys = {} }: ServiceOptions,
  { carrier, clock }: { carrier: Carrier; clock: ServiceClock },
): Promise<ServiceContext> {
  const { descriptions, hooks } = await applyFaults(described, faults);
  if (descriptions.length === 0) throw new Error('The service needs at least one description.');
  const random = makeRandom(seed);
  const accounts = makeAccounts(descriptions, dialect, { random, keys });
  const rulebooks = new Map(descriptions.map((each) => [each.version, makeRulebook(each)]));
  const context = { rulebooks, dialect, hooks, accounts, clock, random, witness: null };
  return Object.assign(context, { deliveries: makeDeliveryQueue(context, carrier) });
}
