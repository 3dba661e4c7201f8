import type { Routing, ScenarioStep, Transition, Trigger } from './types.js';

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

/** What a step of a scenario triggers, whose it is, and by which operation. */
export interface ReadStep {
  /** Null: an employee's reply, which changes no state. */
  trigger: Trigger | null;
  /** The user of the scenario is `a`. */
  user: 'a' | 'b';
  /** By another operation than the judged one. */
  otherKind: boolean;
}

/** Reads the name of a step. */
export function scenarioStep(step: ScenarioStep): ReadStep {
  if (step === 'reply') return { trigger: null, user: 'a', otherKind: false };
  if (step === 'reply-of-other-kind') return { trigger: null, user: 'a', otherKind: true };
  if (step === 'message-of-other-kind') return { trigger: 'message', user: 'a', otherKind: true };
  const user = step.startsWith('other-') ? 'b' : 'a';
  return { trigger: step.replace('other-', '') as Trigger, user, otherKind: false };
}
