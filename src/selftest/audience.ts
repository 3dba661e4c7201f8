import type { Case, SendStep, Step } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { Mutant } from './mutants/mutant.js';

/**
 * The cases that a mutant must be seen by: those that aim at it, where these judge all answers of the run, those that
 * cause such answers, and where they answer for the set-up of others, those with such a set-up. Nothing else of a run
 * can kill it.
 */
export function audienceOf(
  mutant: Mutant,
  cases: readonly Case[],
  descriptions: readonly Description[],
): (one: Case) => boolean {
  if (mutant.inEveryAnswer) return mutant.aims;
  const listed = new Map(descriptions.map(({ version, operations }) => [version, Object.keys(operations)]));
  const judged = cases
    .filter(mutant.aims)
    .flatMap(({ version, steps }) =>
      steps.flatMap((step) => (step.do === 'ledger' ? [{ version, operation: step.operation }] : [])),
    );
  const upheld = cases
    .filter(mutant.aims)
    .flatMap(({ version, steps }) =>
      steps.flatMap((step) => (step.do === 'upheld' ? [{ version, ...step.duty }] : [])),
    );
  return (one) =>
    mutant.aims(one) ||
    upheld.some(
      ({ version, about }) => one.version === version && one.steps.some((step) => prepares(step, about)),
    ) ||
    judged.some(
      ({ version, operation }) =>
        one.version === version &&
        sendsOf(one).some(({ request }) =>
          operation === null
            ? request.version !== undefined ||
              request.path !== undefined ||
              !listed.get(version)?.includes(request.operation)
            : request.operation === operation,
        ),
    );
}

/** Whether a step of a set-up is about the operation or the event. */
function prepares(step: Step, about: string): boolean {
  if (!('setup' in step) || !step.setup) return false;
  if (step.do === 'send') return step.request.operation === about;
  return step.do === 'notified' && step.event === about;
}

function sendsOf({ steps }: Case): SendStep[] {
  return steps.filter((step) => step.do === 'send');
}
