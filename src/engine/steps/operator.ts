import { employeeEvents, operationOf } from '../../cases/description-lookups.js';
import type { KeyChoice } from '../../cases/request-plan.js';
import { operate, prepare } from '../../cases/steps.js';
import type { OperatorStep } from '../../cases/types.js';
import { fill } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import { cannotDo, disjunction } from '../../phrases.js';
import type { CaseContext } from '../case-context.js';
import type { Act } from '../evidence.js';
import type { Finding } from '../finding.js';
import type { InboxItem, InboxResult, ListedDestination, Operator, OperatorResult } from '../ports.js';
import { PresenceLists } from './presence-lists.js';
import { sendRequest } from './send.js';

/** An employee acts. */
export async function letEmployeeAct(context: CaseContext, step: OperatorStep): Promise<Finding | null> {
  const { employee } = context.description;
  const parameters = fill(step.parameters, context.values(step.user)) as Record<string, unknown>;
  if (step.as) context.actionParameters.set(step.as, parameters);
  const destination = await context.destinations.of(step.destination ?? 'chosen', step.key);
  const user = context.user(step.user);
  const absent = await whyAbsent(context, destination, step.key);
  const left = context.runState.ports.clock.now();
  const answered = context.runState.exchanges.length;
  const act: Act = {
    action: step.action,
    user,
    parameters,
    at: left,
    answered,
    ...(context.keepsAddress && { addressed: true }),
  };
  context.runState.acts.push(act);
  const { id, version } = context.testCase;
  const result = await context.runState.ports.operator.perform(
    step.action,
    {
      version,
      key: await context.keys.of(step.key),
      [employee.user]: user,
      [employee.destination]: destination.id,
      ...parameters,
    },
    id,
  );
  context.stimulated(left);
  act.ended = context.lastStimulus;
  act.succeeded = result.ok;
  const refusal = operatorProblem(result, step.action);
  const problem = refusal?.verdict === 'inconclusive' ? (absent ?? refusal) : refusal;
  const failed = problem?.verdict === 'inconclusive';
  if (step.as)
    context.actionTimes.set(step.as, {
      from: left,
      to: act.ended,
      refused: failed,
      ...(problem && { said: problem.text }),
    });
  if (failed && step.leftOpen) return null;
  if (failed && step.mayBeImpossible) return { ...problem, verdict: 'skipped', code: 'operator-refused' };
  return failed ? (nobodyToAct(context, destination) ?? problem) : problem;
}

/**
 * Where a case goes through the listed destinations, nobody may be logged in at one of them: then employees log in before they
 * act. Returns what kept them from it, which matters only if they must be logged in to act.
 */
async function whyAbsent(
  context: CaseContext,
  destination: ListedDestination,
  key: KeyChoice = 'main',
): Promise<Finding | null> {
  if (context.round?.destination.id !== destination.id) return null;
  return logIn(context, destination, await context.keys.ofPoint(key));
}

/** What a driver's answer means for a case; a driver that broke is never charged to the target. */
export function operatorProblem(result: OperatorResult | InboxResult, action: string): Finding | null {
  if (result.ok) return null;
  if (result.kind === 'unsupported')
    return { verdict: 'skipped', code: 'operator-lacks', text: cannotDo(action, result.text) };
  const text = `The employee's side could not do "${action}": ${result.text}`;
  if (result.kind === 'driver') return { verdict: 'error', code: 'driver', text };
  return { verdict: 'inconclusive', code: 'operator', text };
}

/** Logs in the employees who are to see something, as far as the driver can: nobody else sees what is sent. */
export async function logIn(
  context: CaseContext,
  destination: ListedDestination,
  key: string,
): Promise<Finding | null> {
  if (destination.online) return null;
  const nobody = nobodyToAct(context, destination);
  if (nobody) return nobody;
  const result = await changePresence(context, { key, destination: destination.id, online: true });
  if (result.ok) await new PresenceLists(context, key, destination.id).until(true);
  return operatorProblem(result, 'set_presence');
}

/** Lets all employees of a destination log in, or out. @param caseId the case for which it is done, for the record */
export function setPresence(
  operator: Operator,
  { version, employee }: Pick<Description, 'version' | 'employee'>,
  { key, destination, online }: PresenceChange,
  caseId?: string,
): Promise<OperatorResult> {
  const parameters = { version, key, [employee.destination]: destination, online };
  return operator.perform('set_presence', parameters, caseId);
}

/** That a destination has no employees, and gets none: then nobody can act. Null: it has some, or may get some. */
function nobodyToAct({ runState }: CaseContext, { id, online }: ListedDestination): Finding | null {
  if (online || runState.ports.operator.supports('set_presence')) return null;
  const text = `Destination ${id} has no employees online, and the driver cannot log them in ("set_presence").`;
  return { verdict: 'skipped', code: 'nobody-online', text };
}

/** The same in a case: the run remembers it, for lists may follow late. */
export function changePresence(
  { runState, description, testCase }: CaseContext,
  change: PresenceChange,
): Promise<OperatorResult> {
  runState.presences.note(change.key, change.destination, change.online);
  return setPresence(runState.ports.operator, description, change, testCase.id);
}

/** Employees of a destination of the key's contact point log in or out. */
interface PresenceChange {
  key: string;
  destination: string;
  online: boolean;
}

/** Records what employees saw, and returns the reading's id. Consecutive looks that show the same count as one. */
export function noteReading(
  { runState, testCase, readings }: CaseContext,
  look: { user: string; destination: string; items: readonly InboxItem[] },
): number {
  const { id: caseId, version } = testCase;
  const id = runState.readings.note({ ...look, caseId, version, at: runState.ports.clock.now() });
  readings.push(id);
  return id;
}

/** What the driver cannot show is not evidence against the target. */
export function notShown(names: readonly string[]): Finding {
  return {
    verdict: 'skipped',
    code: 'not-shown',
    text: `The employee's inbox does not show ${disjunction(names)}, as far as this run has seen.`,
  };
}

/**
 * Causes events of other kinds for a user who has written: a destination is selected, so that the message is delivered,
 * and an employee does whatever has caused an event in this run. What cannot be done is left out.
 */
export async function causeOtherEvents(context: CaseContext): Promise<void> {
  const { description, runState } = context;
  const select = prepare(description, operationOf(description, 'select'));
  const problem = await sendRequest(context, select);
  if (problem) return;
  const known = employeeEvents(description).find(({ event }) =>
    runState.book(description.version).knows(event),
  );
  if (known && runState.ports.operator.supports(known.action))
    await letEmployeeAct(context, operate(known.action, known.parameters));
}
