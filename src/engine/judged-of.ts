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
