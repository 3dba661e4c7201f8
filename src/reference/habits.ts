import type { Description } from '../description/types.js';
import { makeDestinations } from './conversations/accounts.js';
import type { ContactPoint, User } from './conversations/model.js';
import type { ReferenceDialect } from './dialect/dialect.js';
import type { Fault } from './faults/fault.js';
import { applyFaults } from './hooks.js';
import { makeRulebook } from './rulebook.js';
import type { ServiceContext } from './service-context.js';

/** How a service fills what the interface leaves open, and what it does wrong on purpose. */
export interface Habits {
  dialect: ReferenceDialect;
  faults: readonly (string | Fault)[];
}

/**
 * Changes the habits of a running service. Keys and webhook addresses stay; every conversation ends without an event,
 * and the next message begins a new one. Errors: an unknown fault; nothing has changed then.
 * @param described the descriptions without any fault
 */
export async function changeHabits(
  context: ServiceContext,
  described: readonly Description[],
  { dialect, faults }: Habits,
): Promise<void> {
  const { descriptions, hooks } = await applyFaults(described, faults);
  const isSameKeeping = dialect.routing.state === context.dialect.routing.state;
  const sameDestinations =
    JSON.stringify(dialect.destinations) === JSON.stringify(context.dialect.destinations);
  context.rulebooks = new Map(descriptions.map((each) => [each.version, makeRulebook(each)]));
  context.hooks = hooks;
  context.dialect = dialect;
  if (!sameDestinations)
    [...context.accounts.byKey.values()].forEach(({ point }, at) => {
      point.destinations = makeDestinations(dialect.destinations, at + 1);
    });
  startOver(context, isSameKeeping);
}

/**
 * Ends every conversation without an event; the next message begins a new one. Webhook addresses stay.
 * @param keepsUsers whether the service still tells users apart as before, so that employees keep seeing earlier
 * conversations
 */
export function startOver({ accounts, dialect, rulebooks }: ServiceContext, keepsUsers: boolean): void {
  const versions = [...rulebooks.keys()];
  const [rules] = rulebooks.values();
  const initial = rules?.description.routing.initial ?? '';
  for (const { point } of accounts.byKey.values()) {
    for (const destination of point.destinations.values()) destination.waiting = [];
    if (keepsUsers) for (const user of point.users.values()) beginAnew(user, initial);
    else {
      point.users.clear();
      point.weight = 0;
    }
    point.slots = slotsUnder(dialect.address.scope === 'version' ? versions : [''], point);
  }
}

function beginAnew(user: User, initial: string): void {
  user.state = initial;
  user.destination = null;
  user.kept = [];
  user.ordinal = 0;
  user.conversation += 1;
}

/**
 * The slots under the names of the dialect. If the dialect had other names until now, every name gets the one
 * address.
 */
function slotsUnder(names: readonly string[], { slots }: ContactPoint): ContactPoint['slots'] {
  const areKnown = names.some((name) => slots.has(name));
  const last = [...slots.values()].find(({ url }) => url !== null)?.url ?? null;
  return new Map(
    names.map((name) => {
      const slot = slots.get(name) ?? { url: areKnown ? null : last, replies: [] };
      slot.replies = [];
      return [name, slot];
    }),
  );
}
