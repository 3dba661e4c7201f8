import type { ScenarioStep, Trigger } from './types.js';

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
