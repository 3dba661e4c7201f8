import type { About, SendStep } from '../cases/types.js';
import type { CaseContext } from './case-context.js';
import { readAnswer } from './judge/answer.js';
import { statusAndCode } from './judge/refusal.js';
import type { Outcome } from './ports.js';
import type { CaseObservation } from './world.js';

/** What the outcome of a request tells of a gap: about the operation, or about what the case says. */
export function observation(
  context: CaseContext,
  step: SendStep,
  { gap, about }: { gap: string; about?: About },
  outcome: Outcome,
): CaseObservation {
  const { of, part, ...words } = about ?? { part: step.request.operation };
  const answered = answer(context, outcome);
  const accepted = outcome.kind === 'answer' && outcome.status === context.description.http.successStatus;
  const meaning = accepted ? words.accepted : words.refused;
  const value = meaning === undefined ? answered : accepted ? meaning : `${meaning} (${answered})`;
  return { gap, value, part, ...(of !== undefined && { of }) };
}

function answer({ description, scope }: CaseContext, outcome: Outcome): string {
  if (outcome.kind === 'no-answer') return outcome.failure.text;
  const read = readAnswer(description, outcome);
  return 'answer' in read
    ? statusAndCode(description, read.answer, scope.world.reader)
    : `status ${outcome.status}`;
}
