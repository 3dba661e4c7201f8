import type { InboxStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import { operatorProblem } from './operator.js';
import { poll } from './poll.js';
import { contentNames, due, JUDGES } from './seen.js';

/** What employees see: asked again until it shows what is due, or the event timeout ends (sections 1 to 3). */
export async function inbox(context: CaseContext, step: InboxStep): Promise<Finding | null> {
  const { scope, description } = context;
  const { operator } = scope.ports;
  const parameters = {
    version: context.one.version,
    key: await context.key(step.key),
    [description.employee.user]: context.user(step.user),
    [description.employee.destination]: (await context.destination(step.destination, step.key)).id,
  };
  let beyond: Finding | null = null;
  const look = async (): Promise<Finding | null> => {
    const result = await operator.inbox(parameters);
    if (!result.ok) return operatorProblem(result, 'inbox');
    const items = result.items.filter(({ fromUser }) => fromUser);
    beyond = items.length > 0 ? beyondOperator(context, step, result.lacks ?? []) : null;
    return JUDGES[step.judge](context, step, items);
  };
  const judge = async (): Promise<Finding | null> => {
    const finding = await look();
    return finding?.verdict === 'fail' ? (beyond ?? finding) : finding;
  };
  if (step.settles) context.watches.push({ since: context.lastStimulus, judge });
  if (step.judge === 'absent') return judge();
  const finding = await poll(scope, look, (seen) => seen?.verdict !== 'fail');
  return finding?.verdict === 'fail' ? (beyond ?? finding) : finding;
}

/** What the driver cannot show is no evidence against the target. */
function beyondOperator(context: CaseContext, step: InboxStep, lacks: readonly string[]): Finding | null {
  const { destination } = context.description.employee;
  const needed = new Set([
    ...due(context, step).flatMap((sent) => contentNames(context, sent)),
    ...step.names,
    ...(step.destination === 'other' ? [destination] : []),
  ]);
  const missing = lacks.filter((name) => needed.has(name));
  if (missing.length === 0) return null;
  return {
    verdict: 'skipped',
    code: 'operator-lacks',
    text: `The employee's inbox does not show ${missing.join(', ')}, as far as this run has seen.`,
  };
}
