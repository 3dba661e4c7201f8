import type { Case, Step } from '../cases/types.js';

/** About how many actions of the employee's side the cases ask for, looks into the inbox aside. */
export function plannedActions(cases: readonly Case[]): number {
  const steps = cases.flatMap((testCase) => testCase.steps);
  const hours = new Set(steps.flatMap((step) => (step.do === 'clock' && step.hours > 0 ? [step.hours] : [])));
  return cases.reduce((sum, testCase) => sum + (testCase.repeats ?? 1) * actionsOf(testCase), hours.size);
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
