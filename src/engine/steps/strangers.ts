import { closeRule, operationOf } from '../../cases/description-lookups.js';
import { keyOfStep, userOfStep } from '../../cases/step-place.js';
import type { InboxStep, Step } from '../../cases/types.js';
import type { Description } from '../../description/types.js';
import type { CaseContext } from '../case-context.js';

/** Who sees what they must not see, or must not see yet. @param name of the message that is seen */
export function strangersWords(
  { testCase, named, description }: CaseContext,
  step: InboxStep,
  name: string,
): string {
  const { user, key, destination } = step;
  const sent = testCase.steps.find((each) => each.do === 'send' && each.as === name);
  const request = sent?.do === 'send' ? sent.request : undefined;
  if (named.get(name)?.refused) return 'Employees see a message that was refused.';
  if (request?.key !== key) return 'Employees of another contact point see a message.';
  if ((request?.user ?? 'a') !== user) return 'Employees see a message of another user.';
  if (destination !== 'each' && destination !== 'chosen')
    return 'Employees of another destination see a message.';
  const before = testCase.steps.slice(0, testCase.steps.indexOf(step));
  return destination === 'chosen' && isSelected(description, step, before)
    ? 'Employees see a message that is not for them.'
    : 'Employees see a message before a destination is selected.';
}

/** Whether these steps leave the user selected at the contact point that the look is at. */
function isSelected(
  description: Description,
  { user, key = 'main' }: InboxStep,
  steps: readonly Step[],
): boolean {
  const [select, close] = [operationOf(description, 'select'), closeRule(description).action];
  const last = steps.findLast((step) => {
    if ((userOfStep(step) ?? 'a') !== user || (keyOfStep(step) ?? 'main') !== key) return false;
    if (step.do !== 'send') return step.do === 'operate' && step.action === close;
    return step.request.operation === select && step.expect.kind !== 'refused';
  });
  return last?.do === 'send';
}
