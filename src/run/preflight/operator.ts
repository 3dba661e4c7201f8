import type { Needed } from './needed.js';

/**
 * Asks the employee's side which actions it has, and looks whether it answers at all: what the inbox shows of a user who
 * never wrote is nothing.
 */
export async function reachOperator({
  descriptions,
  configuration,
  report,
  nonce,
  operator,
}: Needed): Promise<void> {
  if (configuration.operator.kind === 'none') {
    report.note(
      'operator',
      'Nobody acts for the employees, so what they do and see is not checked.',
      '--operator manual, http or exec:COMMAND; README, "The employee\'s side".',
    );
    return;
  }
  const [first] = descriptions;
  await operator.learn?.();
  if (!first || !operator.supports('inbox')) return;
  const result = await operator.inbox({
    version: first.version,
    key: configuration.target.key,
    [first.employee.user]: `u-${nonce}-nobody`,
    [first.employee.destination]: '',
  });
  if (result.ok) report.ok('operator', `the employee's side answers (${operator.name})`);
  else if (result.kind === 'driver') {
    report.problem(
      'operator',
      `The employee's side cannot be used: ${result.text}`,
      'Start it, or correct "operator" in the configuration; --operator none leaves its cases out.',
    );
  } else report.note('operator', `The inbox says of a user who never wrote: ${result.text}`);
}
