import type { Description } from '../../description/types.js';
import { goodHooks, type Hooks } from '../hooks.js';
import type { Fault } from './fault.js';

/**
 * The rules and the behaviour of a service with faults, each by its name or itself.
 * @throws RangeError for a name that no fault has
 */
export async function applyFaults(
  descriptions: readonly Description[],
  wanted: readonly (string | Fault)[],
): Promise<{ descriptions: readonly Description[]; hooks: Hooks }> {
  const chosen = await Promise.all(
    wanted.map(async (fault) =>
      typeof fault === 'string' ? (await import('./catalogue.js')).namedFault(fault) : fault,
    ),
  );
  // One by one: versions may share parts, and a fault of one version is not the other's.
  const changed = chosen.some(({ describe }) => describe)
    ? descriptions.map((description) => structuredClone(description))
    : descriptions;
  for (const { describe } of chosen) changed.forEach((description) => void describe?.(description));
  const hooks: Hooks = { ...goodHooks };
  for (const { hook } of chosen) Object.assign(hooks, hook?.({ ...hooks }));
  return { descriptions: changed, hooks };
}
