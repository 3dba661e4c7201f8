import type { Case, Step } from '../cases/types.js';
import type { Configuration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { OperatorContext } from '../operator/create.js';
import { keysOf } from './secrets.js';

/** What a driver of the employee's side needs to know of the run: secrets to hide, names and instructions. */
export function operatorContext(
  { target, output }: Configuration,
  descriptions: readonly Description[],
): OperatorContext {
  const instructions = descriptions
    .flatMap(({ events }) => Object.values(events))
    .flatMap(({ cause }) =>
      cause.kind === 'operator' && cause.instruction ? [[cause.action, cause.instruction]] : [],
    );
  const shows = descriptions.flatMap(({ employee }) => [
    ...employee.shows,
    employee.user,
    employee.destination,
  ]);
  return {
    secrets: keysOf(target),
    input: output.input,
    shows: [...new Set(shows)],
    instructions: Object.fromEntries(instructions),
  };
}

/**
 * About how many actions of the employee's side the cases ask for, looks into the inbox aside.
 * @param destinations how many a contact point lists: some cases go through each of them
 */
export function plannedActions(cases: readonly Case[], destinations: number): number {
  const steps = cases.flatMap((testCase) => testCase.steps);
  const hours = new Set(steps.flatMap((step) => (step.do === 'clock' && step.hours > 0 ? [step.hours] : [])));
  const rounds = ({ repeats = 1, eachDestination }: Case): number =>
    eachDestination === undefined ? repeats : destinations;
  return cases.reduce((sum, testCase) => sum + rounds(testCase) * actionsOf(testCase), hours.size);
}

function actionsOf(testCase: Case): number {
  return testCase.steps.reduce((sum, step) => sum + actions(step), 0);
}

/** Employees who were logged out are logged in again; the clock moves once for all cases. */
function actions(step: Step): number {
  if (step.do === 'operate') return 1;
  if (step.do === 'presence') return step.online ? 1 : 2;
  return 0;
}
