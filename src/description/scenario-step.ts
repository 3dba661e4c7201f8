import type { ScenarioStep, Trigger } from './types.js';

export interface ReadStep {
  /** Null: an employee's reply, which changes no state. */
  trigger: Trigger | null;
  /** A second user does it. */
  byOther: boolean;
  /** By another operation than the judged one. */
  otherKind: boolean;
}

/** What a step of a scenario triggers, whose it is, and by which operation. */
export function readScenarioStep(step: ScenarioStep): ReadStep {
  if (step === 'reply') return { trigger: null, byOther: false, otherKind: false };
  if (step === 'reply-of-other-kind') return { trigger: null, byOther: false, otherKind: true };
  if (step === 'message-of-other-kind') return { trigger: 'message', byOther: false, otherKind: true };
  const byOther = step.startsWith('other-');
  return { trigger: step.replace('other-', '') as Trigger, byOther, otherKind: false };
}
