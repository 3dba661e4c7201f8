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
  const { of, part, among }: About = about ?? { part: step.request.operation };
  return {
    gap,
    value: meaning(context, about, outcome),
    part,
    ...(of !== undefined && { of }),
    ...(among !== undefined && { among }),
  };
}

/** What the case says of such an answer; where it says nothing, the answer speaks for itself. */
function meaning(context: CaseContext, about: About | undefined, outcome: Outcome): string {
  const { description, scope } = context;
  const answered = answer(context, outcome);
  if (outcome.kind === 'no-answer') return answered;
  if (outcome.status === description.http.successStatus) return about?.accepted ?? answered;
  if (about?.refused !== undefined) return `${about.refused} (${answered})`;
  const read = readAnswer(description, outcome);
  const code = 'answer' in read ? scope.world.reader.error(read.answer.body).code : undefined;
  const [row] =
    Object.entries(description.errors).find(
      ([, one]) => one.status === outcome.status && String(one.code) === code,
    ) ?? [];
  return about?.byRow?.[row ?? ''] ?? answered;
}

function answer({ description, scope }: CaseContext, outcome: Outcome): string {
  if (outcome.kind === 'no-answer') return outcome.failure.text;
  const read = readAnswer(description, outcome);
  return 'answer' in read
    ? statusAndCode(description, read.answer, scope.world.reader)
    : `status ${outcome.status}`;
}
