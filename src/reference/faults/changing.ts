import type { Description, Transition, Trigger } from '../../description/types.js';

/** Changes every move of the routing state machine that has this trigger. */
export function changing(
  on: Trigger,
  change: (step: Transition) => unknown,
): (description: Description) => void {
  return ({ routing: { transitions } }) => {
    for (const step of Object.values(transitions)) if (step.on === on) change(step);
  };
}
