import { duration } from '../duration.js';
import type { EventBook } from './event-book.js';
import type { CaseOutcome } from './run-context.js';

/**
 * The outcome with what came for its users after it stood; under an event that was missed, what is that event. A verdict
 * is not taken back by it: an event that was due in time did not come in time, but it is evidence and the reason says so.
 */
export function withLateEvents(
  outcome: CaseOutcome,
  users: readonly string[],
  book: Pick<EventBook, 'of' | 'isCalled'>,
): CaseOutcome {
  const known = new Set(outcome.events);
  const { reason, judged } = outcome;
  const missed = reason?.code === 'no-event' ? judged?.place.about : undefined;
  const late = users
    .flatMap((user) => book.of(user))
    .filter(
      (event) => !known.has(event.delivery.id) && (missed === undefined || book.isCalled(event, missed)),
    );
  if (late.length === 0) return outcome;
  const ended = outcome.startedAt + outcome.durationMs;
  const after = Math.round(Math.min(...late.map(({ delivery }) => delivery.at)) - ended);
  // What was missed by a first try may have come while the case was tried again.
  const when = after > 0 ? `, ${duration(after)} after,` : '';
  const names = [...new Set(late.map(({ name }) => name ?? 'an event without a name'))].join(', ');
  return {
    ...outcome,
    events: [...outcome.events, ...new Set(late.map(({ delivery }) => delivery.id))],
    reason:
      reason?.code === 'no-event'
        ? { ...reason, text: `${reason.text} Later in the run${when} came: ${names}.` }
        : reason,
  };
}
