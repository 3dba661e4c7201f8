import type { Description } from '../description/types.js';
import { closeRule } from './description-lookups.js';
import type { Need } from './types.js';

export const WEBHOOK: Need = { kind: 'webhook' };

export function action(name: string): Need {
  return { kind: 'action', action: name };
}

/** The actions that cause these events. */
export function actionsOf(rules: readonly { action: string }[]): Need[] {
  return rules.map((rule) => action(rule.action));
}

/** Employees can close conversations. */
export function closeNeed(description: Description): Need {
  return action(closeRule(description).action);
}

/** Inboxes can be looked at, show these fields, and somebody may have the user. */
export function inboxNeeds(names: string[]): Need[] {
  const shown = [...new Set(names)];
  return [
    { kind: 'action', action: 'inbox' },
    ...(shown.length > 0 ? [{ kind: 'shows', names: shown } as const] : []),
    { kind: 'online' },
  ];
}

/** Employees of another destination have a later conversation, and their inbox says whose messages it shows. */
export function otherDestinationNeeds(description: Description, names: string[]): Need[] {
  return [
    ...inboxNeeds([...names, description.employee.destination]),
    { kind: 'two-destinations' },
    WEBHOOK,
    closeNeed(description),
  ];
}
