import type { Routing, Transition, Trigger } from './types.js';

/** The transition that leaves a state on a trigger, with its id; undefined: none does. */
export function transitionFrom(
  { transitions }: Pick<Routing, 'transitions'>,
  state: string,
  trigger: Trigger,
): [id: string, transition: Transition] | undefined {
  return Object.entries(transitions).find(([, { from, on }]) => from === state && on === trigger);
}

/** Whether messages that are sent in a state reach employees. */
export function reachesEmployees(routing: Pick<Routing, 'transitions'>, state: string): boolean {
  return transitionFrom(routing, state, 'message')?.[1].delivers === true;
}
