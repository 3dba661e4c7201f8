import type { Description } from '../description/types.js';
import type { ActionRecord, EventRecord } from '../record/types.js';

/** Fewer may be lost by chance, or by a fault of the target in one kind of event. */
const LEAST = 3;

/**
 * What is to be said of a driver that says of every action that it is done, where nothing ever came of any: it may act
 * somewhere else. Null: something came, or too little was asked of it. No verdict: the target may be what is silent.
 */
export function idleDriverOf(
  descriptions: readonly Pick<Description, 'events'>[],
  actions: readonly Pick<ActionRecord, 'action' | 'ok'>[],
  events: readonly Pick<EventRecord, 'name' | 'user'>[],
): string | null {
  const caused = descriptions.flatMap((description) =>
    Object.entries(description.events).flatMap(([name, { cause }]) =>
      cause.kind === 'operator' ? [{ name, action: cause.action }] : [],
    ),
  );
  const done = actions.filter(({ action, ok }) => ok && caused.some((one) => one.action === action)).length;
  const told = events.filter(({ user }) => user !== null);
  // Where nothing comes at all, the driver is not what is in the way; an event whose name cannot be read may be any.
  const isSilent = told.every(({ name }) => name !== null && !caused.some((one) => one.name === name));
  if (done < LEAST || told.length === 0 || !isSilent) return null;
  return `The driver of the employee's side said ${done} times that it had acted, and no event ever came of it. Does it act at this deployment, for the contact points of these keys?`;
}
