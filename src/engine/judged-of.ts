import type { Duty, Step } from '../cases/types.js';
import { operationOf, operationsOf } from '../cases/vocabulary.js';
import type { Place } from '../record/types.js';
import type { CaseContext } from './case-context.js';
import type { Finding } from './finding.js';
import type { CaseOutcome } from './run-context.js';

/**
 * What a violation rests on: the place that the finding names, and where it names none, the last exchange of the case; the
 * step that found it; what it is about.
 */
export function judgedOf(
  context: CaseContext,
  { place: found, step = 0, judgedAt = context.runState.ports.clock.now(), duty }: Finding,
): NonNullable<CaseOutcome['judged']> {
  const { exchanges, readings, testCase } = context;
  const place: Place = found ?? { part: 'answer' };
  const last = exchanges.at(-1)?.id;
  const shown = readings.at(-1);
  const points = place.exchange ?? place.event ?? place.reading;
  const where =
    points !== undefined
      ? {}
      : place.part === 'inbox' && shown !== undefined
        ? { reading: shown }
        : last !== undefined && { exchange: last };
  const operation = exchanges.find(({ id }) => id === (place.exchange ?? last))?.operation;
  const about = place.about ?? duty?.about ?? operation ?? testCase.operation;
  return { place: { ...place, ...where, ...(about && { about }) }, step, at: judgedAt };
}

/** The duty that a violation found by this step is a breach of; null: a law of its own. */
export function dutyOf({ description, named }: CaseContext, step: Step): Duty | null {
  switch (step.do) {
    case 'send':
      return {
        kind: step.expect.kind === 'accepted' ? 'accepted' : 'refused',
        about: step.request.operation,
      };
    case 'address':
      return { kind: 'accepted', about: operationOf(description, 'address') };
    case 'notified':
      return { kind: 'due', about: step.event };
    case 'inbox': {
      const sent = named.get(step.holds[0] ?? '')?.exchange.operation;
      const [first] = operationsOf(description, 'message');
      return { kind: 'delivered', about: sent ?? first ?? '' };
    }
    default:
      return null;
  }
}
