import type { OperatorResult } from '../../engine/ports.js';
import type { PreflightContext } from './preflight-context.js';

/**
 * Asks the employee's side which actions it has, and looks whether it answers at all: what the inbox shows of a user who
 * never wrote is nothing, and employees who are logged in log in again. Why it does not take the driver's credentials;
 * null: it does, or nobody can tell.
 */
export async function reachOperator(context: PreflightContext): Promise<string | null> {
  const { configuration, report, operator } = context;
  if (configuration.operator.kind === 'none') {
    report.note(
      'operator',
      'Nobody acts for the employees, so what they do and see is not checked.',
      '--operator manual, console, http or exec:COMMAND; docs/drivers.md.',
    );
    return null;
  }
  await operator.learn?.();
  const result = await harmless(context);
  if (result === null) return null;
  if (result.ok) {
    report.ok('operator', `the employee's side answers (${operator.name})`);
    return null;
  }
  if (result.kind === 'driver') {
    report.problem(
      'operator',
      `The employee's side cannot be used: ${result.text}`,
      'Start it, or correct "operator" in the configuration; --operator none leaves its cases out.',
    );
  } else if (result.unknownDriver) {
    const why = `The employee's side does not take the driver's credentials: ${result.text}`;
    report.problem('operator', why, 'Correct "operator.http.headers" in the configuration.');
    return why;
  } else report.note('operator', `The inbox says of a user who never wrote: ${result.text}`);
  return null;
}

/** What the driver says to something that changes nothing; null: there is no such action. */
async function harmless(context: PreflightContext): Promise<OperatorResult | null> {
  const { descriptions, configuration, nonce, operator, destinations } = context;
  const [first] = descriptions;
  if (!first || configuration.operator.kind === 'manual') return null;
  const { version, employee } = first;
  const key = configuration.target.key ?? '';
  if (operator.supports('inbox'))
    return operator.inbox({
      version,
      key,
      [employee.user]: `u-${nonce}-nobody`,
      [employee.destination]: '',
    });
  if (!operator.supports('set_presence')) return null;
  const there = (await destinations(version, key)).find(({ online }) => online);
  if (!there) return null;
  const parameters = { version, key, [employee.destination]: there.id, online: true };
  return operator.perform('set_presence', parameters);
}
