import { employeeEvents, operate, operationOf, prepare } from '../cases/vocabulary.js';
import type { CaseContext } from './case-context.js';
import { operate as act } from './steps/operator.js';
import { send } from './steps/send.js';

/**
 * Causes events of other kinds for a user who has written: a destination is selected, so that the message is delivered,
 * and an employee does what caused an event before in this run. What cannot be done is left out.
 */
export async function causeOtherEvents(context: CaseContext): Promise<void> {
  const { description, runState } = context;
  const select = prepare(description, operationOf(description, 'select'));
  const problem = await send(context, select);
  if (problem) return;
  const known = employeeEvents(description).find(({ event }) =>
    runState.book(description.version).knows(event),
  );
  if (known && runState.ports.operator.supports(known.action))
    await act(context, operate(known.action, known.parameters));
}
