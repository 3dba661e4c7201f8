import type { AlikeStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';

/** Answers to the same fault have the same status and code (section 9); messages may repeat what differs. */
export function alike(context: CaseContext, step: AlikeStep): Finding | null {
  const { compactor } = context.runState;
  const last = context.named.get(step.of.at(-1) ?? '')?.exchange;
  const pairs = step.of.map((name) => {
    const exchange = context.named.get(name)?.exchange;
    return exchange ? compactor.statusAndCode(exchange) : null;
  });
  const [first, second] = pairs;
  if (!first || !second)
    return { verdict: 'inconclusive', code: 'no-answer', text: 'There are no two answers to compare.' };
  if (first === second) return null;
  return {
    verdict: 'fail',
    code: 'unlike',
    text: 'The versions answer the same fault differently.',
    expected: first,
    received: second,
    place: { part: 'status', ...(last && { exchange: last.id }) },
  };
}
