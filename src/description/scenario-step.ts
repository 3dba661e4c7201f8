import type { ScenarioStep, Trigger } from './types.js';

/** What a step of a scenario triggers, whether a second user does it, and whether by another operation than the judged one. */
export function readScenarioStep(step: ScenarioStep): {
  trigger: Trigger;
  byOther: boolean;
  otherKind: boolean;
} {
  if (step === 'message-of-other-kind') return { trigger: 'message', byOther: false, otherKind: true };
  const byOther = step.startsWith('other-');
  return { trigger: step.replace('other-', '') as Trigger, byOther, otherKind: false };
}
