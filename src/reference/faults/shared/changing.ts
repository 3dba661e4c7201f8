import type { Description, Transition, Trigger } from '../../../description/types.js';

/** Changes every move of the routing state machine that has this trigger. */
export function changing(
  on: Trigger,
  change: (step: Transition, description: Description) => unknown,
): (description: Description) => void {
  return (description) => {
    for (const step of Object.values(description.routing.transitions))
      if (step.on === on) change(step, description);
  };
}
