import type { About, SendStep, Sought } from '../cases/types.js';
import type { CaseContext } from './case-context.js';
import { readAnswer } from './judge/answer.js';
import { statusAndCode } from './judge/refusal.js';
import type { Outcome } from './ports.js';
import type { CaseObservation } from './run-context.js';

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

/** What an answer of any kind tells: where certain values are sought in it, one line for each. */
export function observations(
  context: CaseContext,
  step: SendStep,
  { gap, about, seeks }: { gap: string; about?: About; seeks?: Sought[] },
  outcome: Outcome,
): CaseObservation[] {
  const observed = observation(context, step, { gap, ...(about && { about }) }, outcome);
  const read = readAnswer(context.description, outcome);
  if (!seeks || !('answer' in read) || read.answer.status !== context.description.http.successStatus)
    return [observed];
  return seeks.map(({ of, field }) => {
    const value = context.named.get(of)?.fields[field];
    return { gap, value: holds(read.answer.body, value) ? 'held' : 'not held', part: `${field} of ${of}` };
  });
}

function holds(body: unknown, value: unknown): boolean {
  if (body === value) return true;
  if (typeof body === 'string' && typeof value === 'string') return body.includes(value);
  return (
    typeof body === 'object' && body !== null && Object.values(body).some((member) => holds(member, value))
  );
}

/** What the case says of such an answer; where it says nothing, the answer speaks for itself. */
function meaning(context: CaseContext, about: About | undefined, outcome: Outcome): string {
  const { description, runState } = context;
  const answered = answer(context, outcome);
  if (outcome.kind === 'no-answer') return answered;
  if (outcome.status === description.http.successStatus) return about?.accepted ?? answered;
  if (about?.refused !== undefined) return `${about.refused} (${answered})`;
  const read = readAnswer(description, outcome);
  const code = 'answer' in read ? runState.runContext.reader.error(read.answer.body).code : undefined;
  const [row] =
    Object.entries(description.errors).find(
      ([, row]) => row.status === outcome.status && String(row.code) === code,
    ) ?? [];
  return about?.byRow?.[row ?? ''] ?? answered;
}

function answer({ description, runState }: CaseContext, outcome: Outcome): string {
  if (outcome.kind === 'no-answer') return outcome.failure.text;
  const read = readAnswer(description, outcome);
  return 'answer' in read
    ? statusAndCode(description, read.answer, runState.runContext.reader)
    : `status ${outcome.status}`;
}
