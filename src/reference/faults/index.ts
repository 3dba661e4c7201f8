import type { Description } from '../../description/types.js';
import { goodHooks, type Hooks } from '../hooks.js';
import { answers } from './answers.js';
import { events } from './events.js';
import type { Fault, Faults } from './fault.js';
import { json } from './json.js';
import { losses } from './losses.js';
import { messages } from './messages.js';
import { mixtures } from './mixtures.js';
import { oddities } from './oddities.js';
import { requests } from './requests.js';
import { routing } from './routing.js';
import { texts } from './texts.js';

/** All faults by name. */
export const faults: Faults = {
  ...requests,
  ...json,
  ...texts,
  ...messages,
  ...losses,
  ...mixtures,
  ...routing,
  ...answers,
  ...events,
  ...oddities,
};

/** The rules and the behaviour of a service with faults, each by its name or itself. Errors: a name that is not in the list. */
export function applyFaults(
  descriptions: readonly Description[],
  wanted: readonly (string | Fault)[],
): { descriptions: readonly Description[]; hooks: Hooks } {
  const chosen = wanted.map((one) => (typeof one === 'string' ? faultNamed(one) : one));
  // One by one: versions may share parts, and a fault of one version is not the other's.
  const changed = chosen.some(({ describe }) => describe)
    ? descriptions.map((one) => structuredClone(one))
    : descriptions;
  for (const { describe } of chosen) changed.forEach((description) => void describe?.(description));
  const hooks: Hooks = { ...goodHooks };
  for (const { hook } of chosen) Object.assign(hooks, hook?.({ ...hooks }));
  return { descriptions: changed, hooks };
}

function faultNamed(name: string): Fault {
  const fault = Object.hasOwn(faults, name) ? faults[name] : undefined;
  if (!fault) throw new Error(`There is no fault named ${name}.`);
  return fault;
}
