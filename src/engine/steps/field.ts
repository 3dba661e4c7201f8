import type { AlikeStep, FieldStep } from '../../cases/types.js';
import { responseFields } from '../../cases/vocabulary.js';
import type { Field } from '../../description/types.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import { judgeField, short } from '../judge/field.js';

/** Judges a field of a named answer, in every element where it stands in a list (section 2). */
export function field(context: CaseContext, step: FieldStep): Finding | null {
  const { description } = context;
  const sent = context.named.get(step.of);
  if (!sent?.answer || !sent.exchange.operation)
    return { verdict: 'inconclusive', code: 'no-answer', text: 'There is no answer to look at.' };
  const rule = Object.fromEntries(responseFields(description, sent.exchange.operation))[step.field];
  const now = sent.exchange.outcome.startedAt;
  const value = sent.answer.body[step.field];
  if (!step.element)
    return judgeField(step.check, rule ?? UNLISTED, { where: step.field, value }, now, description);
  if (!Array.isArray(value) || value.length === 0) {
    return {
      verdict: 'inconclusive',
      code: 'no-elements',
      text: `${step.field} has no elements to look at.`,
      received: `${step.field} = ${short(value)}`,
    };
  }
  const element = (rule?.of && description.resources[rule.of]?.fields[step.element]) || UNLISTED;
  for (const [at, one] of value.entries()) {
    const inner =
      typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[step.element] : undefined;
    const finding = judgeField(
      step.check,
      element,
      { where: `${step.field}[${at}].${step.element}`, value: inner },
      now,
      description,
    );
    if (finding) return finding;
  }
  return null;
}

/** A field that the version does not list: only its absence is judged. */
const UNLISTED: Field = { type: 'string', section: '' };

/** Answers to the same fault have the same status and code (section 9); messages may repeat what differs. */
export function alike(context: CaseContext, step: AlikeStep): Finding | null {
  const { condenser, world } = context.scope;
  const pairs = step.of.map((name) => {
    const exchange = context.named.get(name)?.exchange;
    return exchange ? condenser.told(exchange, context.description, world.reader) : null;
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
  };
}
