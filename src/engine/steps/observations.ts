import type { About, Sought } from '../../cases/request-plan.js';
import type { ObserveOrderStep, SendStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import type { CaseObservation } from '../evidence.js';
import { isHeld } from '../judge/payload.js';
import { receivedStatusAndCode } from '../judge/refusal.js';
import { readResponse } from '../judge/response.js';
import type { Outcome } from '../ports.js';

/** Records in which order events came, for instance those of kept replies, where the order is not shown (section 6, gap). */
export function observeOrder(context: CaseContext, { user, of, gap }: ObserveOrderStep): null {
  const { runState, testCase, actionParameters, observations } = context;
  const book = runState.book(testCase.version);
  const came = book.of(context.user(user));
  const places = of.map(({ event, as, carries }) => {
    const due = actionParameters.get(as) ?? {};
    return came.findIndex(
      (each) =>
        each.name === event && carries.every((parameter) => isHeld(book.read(each), due[parameter], true)),
    );
  });
  // What did not come is judged elsewhere.
  if (places.includes(-1)) return null;
  const inOrder = places.every((place, at) => at === 0 || place >= (places[at - 1] as number));
  observations.push({ gap, value: inOrder ? 'in the order in which they were made' : 'in another order' });
  return null;
}

/** What the outcome of a request says about a gap: about the operation, or about what the case says. */
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

/** What any kind of response says about a gap: which of certain values it contains, one line each. */
export function observations(
  context: CaseContext,
  step: SendStep,
  { gap, about, seeks }: { gap: string; about?: About; seeks?: Sought[] },
  outcome: Outcome,
): CaseObservation[] {
  const observed = observation(context, step, { gap, ...(about && { about }) }, outcome);
  const read = readResponse(context.description, outcome);
  if (!seeks || !('response' in read) || read.response.status !== context.description.http.successStatus)
    return [observed];
  return seeks.map(({ of, field }) => {
    const value = context.named.get(of)?.fields[field];
    return { gap, value: holds(read.response.body, value) ? 'held' : 'not held', part: `${field} of ${of}` };
  });
}

function holds(body: unknown, value: unknown): boolean {
  if (body === value) return true;
  if (typeof body === 'string' && typeof value === 'string') return body.includes(value);
  return (
    typeof body === 'object' && body !== null && Object.values(body).some((member) => holds(member, value))
  );
}

/** What the case says about such a response; if it says nothing, the response speaks for itself. */
function meaning(context: CaseContext, about: About | undefined, outcome: Outcome): string {
  const { description, runState } = context;
  const answered = outcomeInWords(context, outcome);
  if (outcome.kind === 'no-response') return answered;
  if (outcome.status === description.http.successStatus) return about?.accepted ?? answered;
  if (about?.refused !== undefined) return `${about.refused} (${answered})`;
  const read = readResponse(description, outcome);
  const code = 'response' in read ? runState.runContext.reader.error(read.response.body).code : undefined;
  const [row] =
    Object.entries(description.errors).find(
      ([, row]) => row.status === outcome.status && String(row.code) === code,
    ) ?? [];
  return about?.byRow?.[row ?? ''] ?? answered;
}

function outcomeInWords({ description, runState }: CaseContext, outcome: Outcome): string {
  if (outcome.kind === 'no-response') return outcome.failure.text;
  const read = readResponse(description, outcome);
  return 'response' in read
    ? receivedStatusAndCode(description, read.response, runState.runContext.reader)
    : `status ${outcome.status}`;
}
