import type { Description } from '../description/types.js';
import { makeDestinations } from './accounts.js';
import type { ReferenceDialect } from './dialect.js';
import { applyFaults } from './faults/apply.js';
import type { Fault } from './faults/fault.js';
import type { ContactPoint } from './model.js';
import { makeRulebook } from './rulebook.js';
import type { World } from './world.js';

/** How a service behaves where the interface leaves it open, and where it does not. */
export interface Habits {
  dialect: ReferenceDialect;
  faults: readonly (string | Fault)[];
}

/**
 * Gives a running service other habits. Keys and webhook addresses stay; every conversation ends without a word, and
 * what is written next begins a new one. Errors: an unknown fault; then nothing has changed.
 * @param described the versions as they are described, without any fault
 */
export async function changeHabits(
  world: World,
  described: readonly Description[],
  { dialect, faults }: Habits,
): Promise<void> {
  const { descriptions, hooks } = await applyFaults(described, faults);
  const isSameKeeping = dialect.routing.state === world.dialect.routing.state;
  const sameDestinations =
    JSON.stringify(dialect.destinations) === JSON.stringify(world.dialect.destinations);
  world.rulebooks = new Map(descriptions.map((each) => [each.version, makeRulebook(each)]));
  world.hooks = hooks;
  world.dialect = dialect;
  const initial = descriptions[0]?.routing.initial ?? '';
  const versions = descriptions.map(({ version }) => version);
  [...world.accounts.byKey.values()].forEach(({ point }, at) => {
    if (!sameDestinations) point.destinations = makeDestinations(dialect.destinations, at + 1);
    for (const destination of point.destinations.values()) destination.waiting = [];
    beginAnew(point, initial, isSameKeeping);
    const [slot] = [...point.slots.values()].filter(({ url }) => url !== null);
    point.slots = new Map(
      (dialect.address.scope === 'version' ? versions : ['']).map((name) => [
        name,
        { url: slot?.url ?? null, replies: [] },
      ]),
    );
  });
}

function beginAnew(point: ContactPoint, initial: string, isSameKeeping: boolean): void {
  if (!isSameKeeping) {
    point.users.clear();
    point.weight = 0;
    return;
  }
  for (const user of point.users.values()) {
    user.state = initial;
    user.destination = null;
    user.kept = [];
    user.ordinal = 0;
    user.conversation += 1;
  }
}
