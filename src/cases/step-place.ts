import type { Description } from '../description/types.js';
import type { RequestPlan, UserLabel } from './request-plan.js';
import type { Case, ExpectEventStep, Step } from './types.js';

/** For which user something is done, or looked at; undefined: the step does not say. */
export function userOfStep(step: Step): UserLabel | undefined {
  const of = step.do === 'send' ? step.request : step;
  return 'user' in of ? of.user : undefined;
}

/** With which key, and so at which contact point; undefined: the step does not say. */
export function keyOfStep(step: Step): RequestPlan['key'] {
  const of = step.do === 'send' ? step.request : step;
  return 'key' in of ? of.key : undefined;
}

/** How often the event must come at least. */
export function leastTimes({ times }: Pick<ExpectEventStep, 'times'>): number {
  return typeof times === 'number' ? times : times.atLeast;
}

/** Whether a case has nothing to do with webhook addresses: what it causes goes to the one that is set all the while. */
export function leavesAddresses({ phase, steps }: Case, { operations }: Description): boolean {
  if (phase === 'unset' || phase === 'address') return false;
  return !steps.some(
    (step) =>
      step.do === 'address' ||
      keyOfStep(step) === 'unset' ||
      (step.do === 'send' && operations[step.request.operation]?.kind === 'address'),
  );
}
