import type { Case, SendStep } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { Mutant } from './mutants/mutant.js';

/**
 * The cases that a mutant must be seen by: those that aim at it and, where these judge all answers of the run, those
 * that cause such answers. Nothing else of a run can kill it.
 */
export function audienceOf(
  mutant: Mutant,
  cases: readonly Case[],
  descriptions: readonly Description[],
): (one: Case) => boolean {
  const listed = new Map(descriptions.map(({ version, operations }) => [version, Object.keys(operations)]));
  const judged = cases
    .filter(mutant.aims)
    .flatMap(({ version, steps }) =>
      steps.flatMap((step) => (step.do === 'ledger' ? [{ version, operation: step.operation }] : [])),
    );
  return (one) =>
    mutant.aims(one) ||
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

function sendsOf({ steps }: Case): SendStep[] {
  return steps.filter((step) => step.do === 'send');
}
