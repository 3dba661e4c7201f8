import { duration } from '../duration.js';
import type { EventBook } from './event-book.js';
import type { CaseOutcome, Exchange } from './run-context.js';

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

/**
 * What came after an answer had ended is known only later in the run. The case whose request it was fails for it; where it
 * cannot be told whose it was, what passed by such answers is not proven, unless a failure of the run says what they are.
 */
export function withSurplus(outcomes: readonly CaseOutcome[], exchanges: readonly Exchange[]): CaseOutcome[] {
  const judged = outcomes.map((outcome) => failing(outcome, exchanges) ?? outcome);
  const isKnown = judged.some(({ verdict, reason }) => verdict === 'fail' && reason?.code === CODE);
  return isKnown
    ? judged
    : judged.map((outcome) => (isUnclear(outcome, exchanges) ? doubted(outcome) : outcome));
}

const CODE = 'surplus-bytes';
const EXPECTED = 'one answer to each request';

function failing(outcome: CaseOutcome, exchanges: readonly Exchange[]): CaseOutcome | null {
  const { verdict, case: testCase } = outcome;
  if (verdict !== 'pass' || testCase.level === 'observed') return null;
  const guilty = outcome.exchanges
    .flatMap((id) => exchanges[id] ?? [])
    .find(({ caseId, outcome: { carrier } }) => caseId === testCase.id && carrier?.surplus === 'own');
  if (!guilty) return null;
  const { id, operation } = guilty;
  const text =
    'More bytes came than the answer had announced, some time after it, on its keep-alive connection.';
  return {
    ...outcome,
    verdict: 'fail',
    reason: { code: CODE, text },
    expected: EXPECTED,
    received: 'more bytes after the answer',
    judged: {
      place: { part: 'answer', exchange: id, ...(operation !== null && { about: operation }) },
      step: 0,
      at: outcome.startedAt + outcome.durationMs,
    },
  };
}

function isUnclear({ verdict, ...outcome }: CaseOutcome, exchanges: readonly Exchange[]): boolean {
  return (
    verdict === 'pass' &&
    outcome.exchanges.some((id) => exchanges[id]?.outcome.carrier?.surplus === 'unclear')
  );
}

function doubted(outcome: CaseOutcome): CaseOutcome {
  const text =
    'More came on a keep-alive connection than was asked for, so its answers may belong to other requests; which one it answers is unknown.';
  return {
    ...outcome,
    verdict: 'inconclusive',
    reason: { code: CODE, text },
    expected: EXPECTED,
    received: 'more answers than requests',
  };
}
